import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import type { Envelope } from '#platform/messaging.ts';
import { maxNames } from '#protocol/limits.ts';
import { openBrowser } from './browser.ts';
import { type Manner, openVersionedRelay, type VersionedRelay, versionOf } from './kill-relay.ts';

interface Extension {
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
}

declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Asks the worker as the extension's own scripts do; its replies are JSON. */
export const send = (own: Page, message: Envelope): Promise<unknown> =>
  own.evaluate(async (message) => {
    const { runtime } = typeof browser === 'undefined' ? chrome : browser;
    return JSON.parse(String(await runtime.sendMessage(message)));
  }, message);

/** Sends a message whose answer may never come. */
const sendOff = (own: Page, message: Envelope): Promise<void> =>
  own.evaluate((message) => {
    const { runtime } = typeof browser === 'undefined' ? chrome : browser;
    runtime.sendMessage(message).catch(() => undefined);
  }, message);

const quote = z.object({ buff163: z.number(), youpin: z.number(), csfloat: z.number() });
const quotesReply = z.object({ ok: z.literal(true), answer: z.object({ quotes: z.array(quote) }) });
const refreshReply = z.object({
  ok: z.literal(true),
  answer: z.object({ outcome: z.string(), fault: z.optional(z.object({ kind: z.string(), detail: z.string() })) }),
});

/** Which versions the prices of 500 items all over the table are of, sorted. */
async function versionsOf(own: Page, { names }: VersionedRelay): Promise<number[]> {
  const places = Array.from({ length: maxNames }, (_, at) => Math.floor((at * names.length) / maxNames));
  const question = { names: places.map((place) => names[place]) };
  const { answer } = quotesReply.parse(await send(own, { kind: 'quotes', request: question }));
  expect(answer.quotes.length).toBe(maxNames);
  const versions = answer.quotes.flatMap(({ buff163, youpin, csfloat }, at) =>
    [buff163, youpin, csfloat].map((cents) => versionOf(cents, places[at] ?? 0)),
  );
  return [...new Set(versions)].sort();
}

/** What a look comes to, and why it failed. */
async function refresh(own: Page): Promise<string> {
  const { outcome, fault } = refreshReply.parse(await send(own, { kind: 'refresh', request: {} })).answer;
  return fault ? `${outcome}: ${fault.kind}, ${fault.detail}` : outcome;
}

interface Scene {
  readonly driver: Driver;
  readonly relay: VersionedRelay;
  readonly own: Page;
}

/** Sets a browser and a relay up; before each test, and each retry of one, the table is the relay's. */
function useScene(kind: BrowserKind): () => Scene {
  const stack = new AsyncDisposableStack();
  let scene: Scene | undefined;
  beforeAll(async () => {
    const relay = await openVersionedRelay();
    stack.defer(relay.close);
    const driver = await openBrowser(kind);
    stack.defer(driver.close);
    await storeSettings(driver, { relay: { url: relay.url } });
    const own = await driver.openOwn('background.js');
    scene = { driver, relay, own };
  });
  beforeEach(async () => {
    if (!scene) return;
    const { relay, own } = scene;
    relay.manner = 'all';
    const settled = async () => ((await refresh(own)) === 'unchanged' ? true : undefined);
    await until('the table to be the relay’s', settled, { limitMs: 60_000 });
  });
  afterAll(() => stack.disposeAsync());
  return () => {
    if (!scene) throw new Error('there is no scene before the tests');
    return scene;
  };
}

/** Starts a refresh to a new version and kills the worker `delayMs` after the relay's answer went as far as it goes. */
async function killDuring({ driver, relay, own }: Scene, manner: Manner, delayMs: number): Promise<void> {
  relay.version++;
  relay.manner = manner;
  const answered = relay.nextAnswer();
  await sendOff(own, { kind: 'refresh', request: {} });
  await answered;
  await sleep(delayMs);
  // It may be woken again at once, by an alarm.
  await driver.stopWorker();
  // Whoever asks from here on learns what was kept, not what a new look brings.
  relay.manner = 'nothing';
}

/** The look that was cut short is made up for. */
async function expectRecovery({ relay, own }: Scene): Promise<void> {
  relay.manner = 'all';
  expect(['new', 'unchanged']).toContain(await refresh(own));
  expect(await versionsOf(own, relay)).toEqual([relay.version]);
}

/** Kills of one search for the moment at which the new table takes the place of the old. */
const attempts = 16;

/**
 * Where to try next, ms: later while the old table is found, earlier while the new one is. It strides out until it
 * has passed the moment, then turns round in ever shorter steps, so that on any machine the kills crowd around it.
 */
function* homing(): Generator<number, void, 'old' | 'new'> {
  let [delayMs, stepMs, last] = [0, 60, 'old'];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = yield delayMs;
    stepMs = found === last ? stepMs * 1.5 : Math.max(stepMs / 2.5, 2);
    delayMs = Math.max(0, delayMs + (found === 'old' ? stepMs : -stepMs));
    last = found;
  }
}

/** Kills the worker at a moment after the answer; the table is then the old or the new one, whole. */
async function killAfterAnswer(scene: Scene, delayMs: number): Promise<'old' | 'new'> {
  const { relay, own } = scene;
  const before = relay.version;
  await killDuring(scene, 'all', delayMs);
  const versions = await versionsOf(own, relay);
  expect([[before], [relay.version]], `${delayMs} ms after the answer`).toContainEqual(versions);
  await expectRecovery(scene);
  return versions[0] === before ? 'old' : 'new';
}

/** A worker killed at any step of a refresh loses nothing: its table is the old one or the new one, whole. */
export function describeKills(kind: BrowserKind): void {
  describe(`a refresh in ${kind} whose worker is killed`, () => {
    const scene = useScene(kind);

    test.each(['nothing', 'half'] as const)('when %s of the answer had come, leaves the old table', async (manner) => {
      const { relay, own } = scene();
      const before = relay.version;
      await killDuring(scene(), manner, 50);
      expect(await versionsOf(own, relay)).toEqual([before]);
      await expectRecovery(scene());
    });

    test('while it packs and stores the answer, leaves the old or the new table whole', async () => {
      const search = homing();
      const found = new Set<string>();
      for (let next = search.next(); !next.done; ) {
        const kept = await killAfterAnswer(scene(), next.value);
        found.add(kept);
        next = search.next(kept);
      }
      expect([...found].sort(), 'kills on both sides of the moment').toEqual(['new', 'old']);
    });

    test('when it was over, leaves the new table', async () => {
      const { driver, relay, own } = scene();
      relay.version++;
      relay.manner = 'all';
      expect(await refresh(own)).toBe('new');
      await driver.stopWorker();
      relay.manner = 'nothing';
      expect(await versionsOf(own, relay)).toEqual([relay.version]);
    });
  });
}
