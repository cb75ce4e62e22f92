import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import { until } from '#demo/until.ts';
import { maxNames } from '#protocol/limits.ts';
import { send, sendOnly } from '../send.ts';
import { type AnswerPart, openVersionedRelay, type VersionedRelay, versionOf } from '../versioned-relay.ts';
import { useBrowser } from '../world.ts';

const quote = z.object({ buff163: z.number(), youpin: z.number(), csfloat: z.number() });
const quotesReply = z.object({ ok: z.literal(true), answer: z.object({ quotes: z.array(quote) }) });
const refreshReply = z.object({
  ok: z.literal(true),
  answer: z.object({ outcome: z.string(), fault: z.optional(z.object({ kind: z.string(), detail: z.string() })) }),
});

/** The versions of the prices of 500 items all over the table, sorted. */
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

/** Refreshes the prices. Returns the outcome, and why it failed. */
async function refresh(own: Page): Promise<string> {
  const { outcome, fault } = refreshReply.parse(await send(own, { kind: 'refresh', request: {} })).answer;
  return fault ? `${outcome}: ${fault.kind}, ${fault.detail}` : outcome;
}

interface Scene {
  readonly driver: Driver;
  readonly relay: VersionedRelay;
  readonly own: Page;
}

const disposal = new AsyncDisposableStack();
const browser = useBrowser();
let scene: Scene;
beforeAll(async () => {
  const relay = await openVersionedRelay();
  disposal.defer(relay.close);
  const { driver, own, configure } = browser();
  await configure({ relay: { url: relay.url } });
  scene = { driver, relay, own };
});
beforeEach(async () => {
  scene.relay.answerAll();
  const settled = async () => ((await refresh(scene.own)) === 'unchanged' ? true : undefined);
  await until('the table to be the relay’s', settled);
});
afterAll(() => disposal.disposeAsync());

/** Starts a refresh to a new version and kills the worker `delayMs` after the relay sent its part of the response. */
async function killDuring({ driver, relay, own }: Scene, part: AnswerPart, delayMs: number): Promise<void> {
  relay.version++;
  relay.answerPart = part;
  const answered = relay.nextAnswer();
  await sendOnly(own, { kind: 'refresh', request: {} });
  await answered;
  await sleep(delayMs);
  await driver.stopWorker();
  // From here on the prices are the stored ones: no refresh succeeds.
  relay.answerPart = 'nothing';
}

/** The next refresh brings the new version. A new worker may have sent a request of its own, which is answered now. */
async function expectRecovery({ relay, own }: Scene): Promise<void> {
  relay.answerAll();
  expect(['new', 'unchanged']).toContain(await refresh(own));
  expect(await versionsOf(own, relay)).toEqual([relay.version]);
}

/** Kills of one search for the moment when the new table replaces the old one. */
const attempts = 10;

/**
 * Delays of the kills, ms: longer after the old table was found, shorter after the new one. The steps grow until they
 * pass the moment of the replacement and shrink at every turn, so on any machine the kills gather around it.
 */
function* searchDelays(): Generator<number, void, 'old' | 'new'> {
  let [delayMs, stepMs, last] = [0, 60, 'old'];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = yield delayMs;
    stepMs = found === last ? stepMs * 1.5 : Math.max(stepMs / 2.5, 2);
    delayMs = Math.max(0, delayMs + (found === 'old' ? stepMs : -stepMs));
    last = found;
  }
}

/** Kills the worker some time after the response. Returns which table is left, after checking that it is complete. */
async function killAfterAnswer(scene: Scene, delayMs: number): Promise<'old' | 'new'> {
  const { relay, own } = scene;
  const before = relay.version;
  await killDuring(scene, 'all', delayMs);
  const versions = await versionsOf(own, relay);
  expect([[before], [relay.version]], `${delayMs} ms after the answer`).toContainEqual(versions);
  await expectRecovery(scene);
  return versions[0] === before ? 'old' : 'new';
}

describe('a refresh whose worker is killed', () => {
  test.each(['nothing', 'half'] as const)('leaves the old table when %s of the response had arrived', async (part) => {
    const { relay, own } = scene;
    const before = relay.version;
    await killDuring(scene, part, 50);
    expect(await versionsOf(own, relay)).toEqual([before]);
    await expectRecovery(scene);
  });

  test('leaves the old or the new table, complete, while the response is packed and stored', async () => {
    const search = searchDelays();
    const found = new Set<string>();
    for (let next = search.next(); !next.done; ) {
      const kept = await killAfterAnswer(scene, next.value);
      found.add(kept);
      next = search.next(kept);
    }
    expect([...found].sort(), 'kills before and after the replacement').toEqual(['new', 'old']);
  });

  test('leaves the new table when the refresh had ended', async () => {
    const { driver, relay, own } = scene;
    relay.version++;
    relay.answerAll();
    expect(await refresh(own)).toBe('new');
    await driver.stopWorker();
    relay.answerPart = 'nothing';
    expect(await versionsOf(own, relay)).toEqual([relay.version]);
  });
});
