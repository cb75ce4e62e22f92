import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { readOverlays, type ShownOverlay, type ShownPrice, until } from '#demo/driver-contract.ts';
import type { PriceLookup } from '#demo/sample-history.ts';
import type { PartnerRow } from '#protocol/price-api.ts';
import { type Expectation, expectation } from '../sites/expectation.ts';
import { perDollar } from './stack.ts';

/** The price API's column of each reference market. */
const columns = { buff163: 'price_buff', youpin: 'price_uu', csfloat: 'price_csfloat' } as const;

interface SeenCard {
  readonly expect: string;
  /** Indexes of its overlay hosts among all hosts of the document. */
  readonly hosts: readonly number[];
}

async function readPage(page: Page): Promise<{ cards: SeenCard[]; overlays: ShownOverlay[]; strays: number }> {
  const seen = await page.evaluate(() => {
    const all = [...document.querySelectorAll('skinlens-prices')];
    const cards = Array.from(document.querySelectorAll('[data-expect]'), (card) => ({
      expect: card.getAttribute('data-expect') ?? '',
      hosts: Array.from(card.querySelectorAll('skinlens-prices'), (host) => all.indexOf(host)),
    }));
    return { cards, strays: all.filter((host) => !host.closest('[data-expect]')).length };
  });
  return { ...seen, overlays: await readOverlays(page) };
}

/** `moved`: a market's own data of before may tell a price where the newer table has none. */
export async function problemsOf(page: Page, prices: PriceLookup, moved = false): Promise<string[]> {
  const { cards, overlays, strays } = await readPage(page);
  // Firefox shows an empty document while it moves a page to another process.
  if (cards.length === 0) return ['no card is there'];
  const problems = cards.flatMap(({ expect, hosts }) => {
    const shown = hosts.flatMap((at) => overlays[at] ?? []);
    if (expect === 'none') return shown.length > 0 ? ['an overlay on what is no readable item'] : [];
    const wanted = expectation.parse(JSON.parse(expect));
    const [overlay, ...more] = shown;
    if (!overlay || more.length > 0) return [`${wanted.item}: ${shown.length} overlays`];
    return differences(overlay, wanted, prices(wanted.item), moved).map((what) => `${wanted.item}: ${what}`);
  });
  return strays > 0 ? [...problems, `${strays} overlays outside of any card`] : problems;
}

function differences(shown: ShownOverlay, wanted: Expectation, row: PartnerRow | undefined, moved: boolean): string[] {
  const { item, phase = null, listing = null, currency = null } = wanted;
  const should = { item, phase, listing, currency, state: row ? 'ready' : 'unknown' };
  const { prices: all, ...is } = shown;
  const facts = JSON.stringify(is) === JSON.stringify({ ...is, ...should }) ? [] : [`is ${JSON.stringify(is)}`];
  const right = row ? pricesOf(wanted, row) : [];
  const prices = moved ? all.filter(({ market }) => right.some((one) => one.market === market)) : all;
  const same = prices.length === right.length && prices.every((price, at) => isPrice(price, right[at]));
  return same ? facts : [...facts, `shows ${JSON.stringify(prices)}, not ${JSON.stringify(right)}`];
}

interface RightPrice {
  readonly market: string;
  readonly cents: number;
  /** Per cent, not rounded; `null` where there may be none. */
  readonly diff: number | null;
}

/** The prices that an overlay must show: a price of 0 is none, and a difference needs a comparable listing and a known rate. */
function pricesOf({ item, listing, currency = '', kind, phase }: Expectation, row: PartnerRow): RightPrice[] {
  const hasPhase = phase !== undefined || item.includes('Doppler (');
  const honest = kind !== 'bid' && !hasPhase && !row.is_inflated;
  const asked = (Number(listing) * 100) / (perDollar[currency] ?? Number.NaN);
  return Object.entries(columns).flatMap(([market, column]) => {
    const cents = row[column];
    if (!cents) return [];
    const diff = ((asked - cents) / cents) * 100;
    return [{ market, cents, diff: honest && Number.isFinite(diff) ? diff : null }];
  });
}

function isPrice(shown: ShownPrice, right: RightPrice | undefined): boolean {
  if (shown.market !== right?.market || shown.cents !== right.cents) return false;
  if (shown.diff === null || right.diff === null) return shown.diff === right.diff;
  return /^-?\d+\.\d$/.test(shown.diff) && Math.abs(Number(shown.diff) - right.diff) < 0.0501;
}

export async function expectPriced(page: Page, prices: PriceLookup, moved = false): Promise<void> {
  expect(
    await settled(
      () => problemsOf(page, prices, moved),
      (found) => found.length === 0,
    ),
  ).toEqual([]);
}

export async function expectNone(page: Page): Promise<void> {
  expect(
    await settled(
      () => readOverlays(page),
      (found) => found.length === 0,
    ),
  ).toEqual([]);
}

/** Resolves to what was read last. It reads no more once that is right: a page may draw anew then. */
async function settled<T>(read: () => Promise<T>, isRight: (found: T) => boolean): Promise<T | undefined> {
  let found: T | undefined;
  const isNowRight = async () => {
    // A page that Firefox still moves to another process cannot be read.
    found = await read().catch(() => undefined);
    return (found !== undefined && isRight(found)) || undefined;
  };
  await until('the right overlays', isNowRight).catch(() => undefined);
  return found;
}
