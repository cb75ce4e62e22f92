import '#platform/polyfill.ts';
import * as z from 'zod/mini';
import { toView } from '#background/view.ts';
import { Fault } from '#core/fault.ts';
import { relayAddress, type Settings } from '#core/settings.ts';
import { onAlarm, setAlarm } from '#platform/alarms.ts';
import { push, serve } from '#platform/serving.ts';
import { changeSettings, guardSettings, loadSettings, onSettings } from '#platform/settings.ts';
import { onShortcut } from '#platform/shortcuts.ts';
import { openStore } from '#platform/store.ts';
import { colourCounts, showCount } from '#platform/toolbar.ts';
import { createDetails } from '#prices/details.ts';
import { createEngine } from '#prices/engine.ts';
import type { Relay } from '#prices/feed.ts';
import { probeRelay } from '#prices/probe.ts';
import { createRates } from '#prices/rates.ts';

/** The manifest's name for "show or hide all overlays" (wxt.config.ts). */
const hideShortcut = 'toggle-overlays';

/** Starts the worker: every listener is registered at once, so that whatever woke it is heard. */
export function startBackground(): void {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  const owners = createOwners();
  const { engine, rates } = owners;
  answer(owners);
  onAlarm(() => void engine.nudge());
  onShortcut(hideShortcut, () => void changeSettings((settings) => ({ ...settings, hidden: !settings.hidden })));
  onSettings((settings, before) => {
    void push({ push: 'view-changed' });
    if (sameRelay(settings.relay, before.relay)) return;
    void engine.relayChanged();
    void rates.relayChanged();
  });
  void guardSettings();
  void colourCounts();
  void engine.nudge();
}

/** What the worker has of the web. */
const web = { fetch: (...args: Parameters<typeof fetch>) => fetch(...args), now: () => Date.now() };

/** The owners of the two feeds and of the exchange rates. */
function createOwners() {
  const relay = async () => toRelay(await loadSettings());
  const details = createDetails({
    ...web,
    relay,
    random: Math.random,
    store: openStore('details'),
    markets: async () => (await loadSettings()).markets,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const shared = {
    ...web,
    random: Math.random,
    store: openStore('prices'),
    relay,
    onChange: () => void push({ push: 'prices-changed' }),
  };
  const rates = createRates(shared);
  const engine = createEngine({
    ...shared,
    onGoodLook: () => void details.sweep(),
    onSchedule: (at) => void setAlarm(at),
  });
  return { details, rates, engine };
}

function answer({ details, rates, engine }: ReturnType<typeof createOwners>): void {
  serve({
    quotes: async ({ names }) => {
      void rates.look();
      const [quotes, current] = await Promise.all([engine.quotes(names), rates.current()]);
      return { ...quotes, rates: current };
    },
    details: async ({ name }) => {
      // A round that the browser cut short by ending the worker goes on.
      void details.sweep();
      return { markets: await details.find(name) };
    },
    view: async ({ site }) => toView(await loadSettings(), site),
    deals: async ({ count }, tab) => {
      if (tab !== undefined) await showCount(tab, count);
      return null;
    },
    status: () => engine.status(),
    refresh: () => engine.refresh(),
    'test-relay': (relay) => probeRelay(relay, web),
  });
}

/** @throws Fault when the address cannot be used, so that nobody else is asked instead. */
function toRelay({ relay }: Settings): Relay {
  const address = relayAddress(relay.url);
  if ('problem' in address) throw new Fault('unreachable', `the relay's address cannot be used: ${address.problem}`);
  return { base: address.base, token: relay.token };
}

const sameRelay = (one: Settings['relay'], other: Settings['relay']): boolean =>
  one.url === other.url && one.token === other.token;
