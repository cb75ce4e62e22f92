import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { resetExtension } from '#demo/reset-extension.ts';
import { until } from '#demo/until.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { openSample, sampleOf, withEverySite } from '../browser.ts';
import { countDetails, refreshPrices, send, sendOnly } from '../send.ts';
import { openVersionedRelay, type VersionedRelay, versionOf } from '../versioned-relay.ts';
import { useBrowser } from '../world.ts';

const quote = z.object({ buff163: z.number(), youpin: z.number(), csfloat: z.number() });
const quotesReply = z.object({ ok: z.literal(true), answer: z.object({ quotes: z.array(quote) }) });

/** The versions of all prices. */
async function versionsOf(own: Page, { names }: VersionedRelay): Promise<number[]> {
  const { answer } = quotesReply.parse(await send(own, { kind: 'quotes', request: { names } }));
  expect(answer.quotes.length).toBe(names.length);
  const versions = answer.quotes.flatMap(({ buff163, youpin, csfloat }, place) =>
    [buff163, youpin, csfloat].map((cents) => versionOf(cents, place)),
  );
  return [...new Set(versions)];
}

/** Keeps all writes of prices waiting, and what is read after them. Returns what lets them go on. */
async function holdWrites(own: Page): Promise<() => Promise<void>> {
  await own.evaluate(async () => {
    const opening = indexedDB.open('prices');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const held = opening.result.transaction('values', 'readwrite').objectStore('values');
    // A transaction stays open while it has a request.
    await new Promise((resolve) => {
      const goOn = () => {
        resolve(undefined);
        if (!Reflect.get(window, 'released')) held.count().addEventListener('success', goOn);
      };
      Reflect.set(window, 'released', false);
      goOn();
    });
    opening.result.close();
  });
  return () => own.evaluate(() => void Reflect.set(window, 'released', true));
}

const disposal = new AsyncDisposableStack();
const browser = useBrowser();
let relay: VersionedRelay;
let own: Page;
beforeAll(async () => {
  relay = await openVersionedRelay();
  disposal.defer(relay.close);
  ({ own } = browser());
  await browser().configure({ relay: { url: relay.url } });
});
beforeEach(async () => {
  relay.answerAll();
  await until('the table to be the relay’s', async () => (await refreshPrices(own)) === 'unchanged' || undefined);
});
afterAll(() => disposal.disposeAsync());

/** Waits until a request for a path, the first after `since` others, has got its part of a response. */
const untilAnswered = (path: string, since: number) =>
  until(`the answer of ${path}`, async () => relay.answered.slice(since).includes(path) || undefined);

/** Kills the worker. The prices are the stored ones from here on: no refresh succeeds. */
async function kill(): Promise<void> {
  await browser().driver.stopWorker();
  relay.answerPart = () => 'nothing';
}

/** The next refresh brings the new version. A new worker may have sent a request of its own, which is answered now. */
async function expectRecovery(): Promise<void> {
  relay.answerAll();
  expect(['new', 'unchanged']).toContain(await refreshPrices(own));
  expect(await versionsOf(own, relay)).toEqual([relay.version]);
}

describe('a refresh whose worker is killed', { tags: ['full'] }, () => {
  test.each(['nothing', 'half'] as const)('leaves the old table when %s of the response had arrived', async (part) => {
    const since = relay.answered.length;
    relay.answerPart = () => part;
    relay.version++;
    await sendOnly(own, { kind: 'refresh', request: {} });
    await untilAnswered(endpoints.partner, since);
    await kill();
    expect(await versionsOf(own, relay)).toEqual([relay.version - 1]);
    await expectRecovery();
  });

  test('leaves the old table, complete, while the new one is stored', async () => {
    const release = await holdWrites(own);
    relay.version++;
    await sendOnly(own, { kind: 'refresh', request: {} });
    // The worker has parsed and packed the new table, and waits for the disk.
    await until('the new table', async () => (await versionsOf(own, relay))[0] === relay.version || undefined);
    await kill();
    await release();
    expect(await versionsOf(own, relay)).toEqual([relay.version - 1]);
    await expectRecovery();
  });

  test('leaves the new table when the refresh had ended', async () => {
    relay.version++;
    expect(await refreshPrices(own)).toBe('new');
    await kill();
    expect(await versionsOf(own, relay)).toEqual([relay.version]);
  });
});

test('the next worker fetches the prices of single markets that a killed one had not stored', {
  tags: ['full'],
}, async () => {
  const markets = ['steam', 'dmarket', 'waxpeer'] as const;
  const [first = '', ...others] = markets.map((market) => marketDetailsPath(market));
  const since = relay.answered.length;
  relay.answerPart = (path) => (others.includes(path) ? 'nothing' : 'all');
  await browser().configure({ relay: { url: relay.url }, markets });
  await untilAnswered(others[0] ?? '', since);
  await until('the first market', async () => (await countDetails(own, relay.names[0] ?? '')) || undefined);
  await browser().driver.stopWorker();
  relay.answerPart = () => 'all';
  const killed = relay.answered.length;
  // Any message wakes the next worker.
  await send(own, { kind: 'status', request: {} });
  for (const path of others) await untilAnswered(path, killed);
  expect(relay.answered.slice(since).filter((path) => path === first)).toHaveLength(1);
});

test('the first download, whose worker is killed, is asked for again by the page that waits for it', {
  tags: ['full'],
}, async () => {
  relay.answerPart = () => 'nothing';
  const { driver } = browser();
  // The settings alone may cause the first request.
  const since = relay.answered.length;
  await resetExtension(driver, own, withEverySite({ relay: { url: relay.url } }));
  const { page } = await openSample(driver, sampleOf('steam', 'search'));
  const downloads = () => relay.answered.slice(since).filter((path) => path === endpoints.partner).length;
  await until('the first request', async () => downloads() > 0 || undefined);
  const before = downloads();
  await driver.stopWorker();
  // The page's own tick, which asks as well, comes a minute after it opened.
  await until('the next request', async () => downloads() > before || undefined, { limitMs: 30_000 });
  await page.close();
});
