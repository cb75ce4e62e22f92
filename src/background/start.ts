import * as z from 'zod/mini';
import { Fault } from '#core/fault.ts';
import { isSiteOn, relayAddress, type Settings } from '#core/settings.ts';
import { onAlarm, setAlarm } from '#platform/alarms.ts';
import { push, serve } from '#platform/serving.ts';
import { guardSettings, loadSettings, onSettings } from '#platform/settings.ts';
import { openStore } from '#platform/store.ts';
import { createDetails } from '#prices/details.ts';
import { createEngine } from '#prices/engine.ts';
import type { Relay } from '#prices/feed.ts';
import { probeRelay } from '#prices/probe.ts';
import type { View } from '#protocol/messages.ts';

/** Starts the worker: every listener is registered at once, so that whatever woke it is heard. */
export function startBackground(): void {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  const web = { fetch: (...args: Parameters<typeof fetch>) => fetch(...args), now: () => Date.now() };
  const relay = async () => toRelay(await loadSettings());
  const details = createDetails({
    ...web,
    relay,
    random: Math.random,
    store: openStore('details'),
    markets: async () => (await loadSettings()).markets,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const engine = createEngine({
    ...web,
    random: Math.random,
    store: openStore('prices'),
    relay,
    onGoodLook: () => void details.sweep(),
    onChange: () => void push({ push: 'prices-changed' }),
    onSchedule: (at) => void setAlarm(at),
  });
  serve({
    quotes: ({ names }) => engine.quotes(names),
    details: async ({ name }) => ({ markets: await details.find(name) }),
    view: async ({ site }) => toView(await loadSettings(), site),
    status: () => engine.status(),
    refresh: () => engine.refresh(),
    'test-relay': (relay) => probeRelay(relay, web),
  });
  onAlarm(() => void engine.nudge());
  onSettings((settings, before) => {
    void push({ push: 'view-changed' });
    if (!sameRelay(settings.relay, before.relay)) void engine.relayChanged();
  });
  void guardSettings();
  void engine.nudge();
}

/** @throws Fault when the address cannot be used, so that nobody else is asked instead. */
function toRelay({ relay }: Settings): Relay {
  const address = relayAddress(relay.url);
  if ('problem' in address) throw new Fault('unreachable', `the relay's address cannot be used: ${address.problem}`);
  return { base: address.base, token: relay.token };
}

const sameRelay = (one: Settings['relay'], other: Settings['relay']): boolean =>
  one.url === other.url && one.token === other.token;

const toView = (settings: Settings, site: string): View => ({
  on: isSiteOn(settings, site),
  markets: settings.markets,
  staleAfterMs: settings.freshness.staleMinutes * 60_000,
  theme: settings.theme,
});
