import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { dayMs } from '#core/age.ts';
import { type MarketId, referenceMarkets } from '#core/markets.ts';
import type { FillHistory, PriceLookup } from '#demo/sample-history.ts';
import { until } from '#demo/until.ts';
import { firstView, viewKinds } from '#explore/state/view.ts';
import { endpoints } from '#protocol/price-api.ts';
import { halfHourOf } from '#relay/history/time.ts';
import { createStorageFile } from '#relay/store/storage-file.ts';
import { type PlainItem, plainLimits, plainRedline, type ReferenceInput } from '../../explore/plain-items.ts';
import { referenceRows } from '../../explore/reference.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { refresh, withPopup } from '../popup.ts';
import { screenshotWindow } from '../screenshots.ts';
import { useWorld } from '../world.ts';

interface Past {
  /** Each past price as a part of the present one. */
  readonly part: number;
  /** Recorded days. */
  readonly days: number;
}

const finishes = [
  'Redline',
  'Vulcan',
  'Slate',
  'Asiimov',
  'Frontside Misty',
  'Bloodsport',
  'Neon Rider',
  'Phantom Disruptor',
];
const parts = [1.25, 0.9, 1.02, 0.55, 1.6, 0.97, 3.5, 1];
/** Two of them have been recorded for less than 30 days. */
const pasts: ReadonlyMap<string, Past> = new Map(
  finishes.flatMap((finish, at) =>
    ['Field-Tested', 'Minimal Wear'].map((wear, more) => [
      `AK-47 | ${finish} (${wear})`,
      { part: (parts[at] ?? 1) * (more ? 0.83 : 1), days: at < 2 && more ? 9 : 40 },
    ]),
  ),
);

const centsOf = (lookup: PriceLookup, name: string): readonly number[] => {
  const { price_buff, price_uu, price_csfloat } = lookup(name) ?? {};
  return [price_buff, price_uu, price_csfloat].map((cents) => cents ?? 0);
};

const pastCents = (cents: number, { part }: Past): number => Math.round(cents * part);

/** Records finished days. The relay adds the present prices. */
const fill: FillHistory = async (file, lookup) => {
  const now = Date.now();
  const today = Math.floor(now / dayMs);
  const storage = createStorageFile({ path: file }, () => now);
  const pricesOf = (index: number, ago: number) =>
    new Map(
      [...pasts].flatMap(([name, past]) => {
        const price = past.days < ago ? 0 : pastCents(centsOf(lookup, name)[index] ?? 0, past);
        return price > 0 ? [[name, price] as const] : [];
      }),
    );
  for (let ago = 40; ago > 0; ago--) {
    const prices = new Map(referenceMarkets.map((market, index) => [market, pricesOf(index, ago)]));
    const present = { halfHour: halfHourOf((today - ago) * dayMs), isSteady: true };
    await storage.write(({ history }) => history.record(prices, present));
  }
  await storage.write(({ history }) => history.rollUp(halfHourOf(now)));
  storage.close();
};

const world = useWorld({ names: [...pasts.keys()], history: fill });

/** The items with a past, by the service's own answers. */
async function readItems(relayUrl: string, lookup: PriceLookup): Promise<PlainItem[]> {
  const fields = 'count,is_inflated,updated_at';
  const answer = await fetch(`${relayUrl}${endpoints.prices}?markets=${referenceMarkets.join()}&fields=${fields}`);
  const { items } = (await answer.json()) as {
    items: Record<string, Partial<Record<MarketId, { price: number; count?: number; is_inflated?: boolean }>>>;
  };
  const seconds = Date.now() / 1000;
  return [...pasts].map(([name, past]) => {
    const row = lookup(name);
    const prices = referenceMarkets.flatMap((market) => {
      const { price, count = -1, is_inflated = false } = items[name]?.[market] ?? {};
      const inflated = is_inflated || row?.is_inflated === true;
      return price ? [{ market, cents: price, avg7: 0, seconds, offers: count, inflated }] : [];
    });
    const index = centsOf(lookup, name).findIndex((cents) => cents > 0);
    const [market, cents] = [referenceMarkets[index], centsOf(lookup, name)[index]];
    const percent = cents && Math.round((cents / pastCents(cents, past) - 1) * 1000) / 10;
    return {
      ...plainRedline,
      name,
      wear: name.includes('Field') ? 3 : 2,
      liquidity: row?.liquidity ?? undefined,
      prices,
      change: market && percent !== undefined ? { percent, market, thin: past.days < 30 } : undefined,
    };
  });
}

const inputOf = (items: readonly PlainItem[], kind: 'falling' | 'rising'): ReferenceInput => ({
  items,
  markets: referenceMarkets,
  sample: false,
  view: firstView(kind),
  ...plainLimits,
  now: Date.now(),
  found: undefined,
});

/** The rows by item and change, and the numbers of left out rows by their sentences. */
const shownBy = (page: Page) =>
  page.evaluate(() => {
    const cellsOf = (row: Element) => Array.from(row.children, ({ firstChild }) => firstChild?.textContent ?? '');
    const lines = document.querySelectorAll('.reasons li');
    const rows = [...document.querySelectorAll('.rows .row')].toSorted(
      (one, other) => Number(one.getAttribute('aria-rowindex')) - Number(other.getAttribute('aria-rowindex')),
    );
    return {
      rows: rows.map((row) => [cellsOf(row)[0], cellsOf(row)[1]] as const),
      reasons: Object.fromEntries(
        Array.from(lines, ({ children: [count, why] }) => [why?.textContent, count?.textContent]),
      ),
    };
  });

/** A change as the page writes it. */
const percentText = (percent: number): string =>
  percent === 0 ? '0.0%' : `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;

test('Falling and Rising show what moved over 7 days of recorded history, as a slow reference computes it', async () => {
  const { driver, stack, configure } = world();
  await configure({ deals: { minLiquidity: 0 } });
  await until('the relay’s first look', async () => (await fetch(`${stack.relayUrl}/api/changes`)).ok || undefined);
  const page = await driver.openExtensionPage('explore.html#view=falling');
  await page.bringToFront();
  await withPopup(driver, page, refresh);
  // The page fills itself: nobody opens it again.
  await page.waitForSelector('.notes button');
  await page.click('.notes button');
  const items = await readItems(stack.relayUrl, await stack.prices());
  for (const kind of ['falling', 'rising'] as const) {
    const expected = referenceRows(inputOf(items, kind));
    expect(expected.names.length).toBeGreaterThan(3);
    const changes = new Map(items.map(({ name, change }) => [name, percentText(change?.percent ?? 0)]));
    const rows = expected.names.map((name) => [name, changes.get(name)]);
    await page.click(`.views button:nth-child(${viewKinds.indexOf(kind) + 1})`);
    await until(`the rows of ${kind}`, async () => (await shownBy(page)).rows.length >= rows.length || undefined);
    await page.click('.left-out summary');
    await page.waitForSelector('.reasons li');
    const shown = await shownBy(page);
    expect(shown.rows).toEqual(rows);
    expect(shown.reasons).toMatchObject({ 'Recorded for less than 30 days': '2' });
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 800, deviceScaleFactor: 1 });
      await screenshotWindow(page, `explore-${kind}-grown-${width}-${driver.kind}`);
    }
  }
  if (driver.kind === 'chrome') expect(await accessibilityViolations(page)).toEqual([]);
  await page.close();
});
