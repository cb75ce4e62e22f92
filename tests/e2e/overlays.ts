import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { readOverlays, type ShownOverlay, type ShownPrice } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import type { PartnerRow } from '#protocol/price-api.ts';
import { type Expectation, expectation } from '../sites/expectation.ts';
import { type Prices, perDollar } from './stack.ts';

/** The column of each reference market in the price API's own words. */
const columns = { buff163: 'price_buff', youpin: 'price_uu', csfloat: 'price_csfloat' } as const;

/** A card as the page has it: what it must show, and how many overlays precede and hold it. */
interface SeenCard {
  readonly expect: string;
  /** Positions of its hosts among all hosts of the document. */
  readonly hosts: readonly number[];
}

/** Reads all cards and all hosts; a host in no card is a stray. */
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

/** What is wrong with a page, by what the service asks for its items; nothing when all is right. */
export async function problemsOf(page: Page, prices: Prices): Promise<string[]> {
  const { cards, overlays, strays } = await readPage(page);
  const problems = cards.flatMap(({ expect, hosts }) => {
    const shown = hosts.flatMap((at) => overlays[at] ?? []);
    if (expect === 'none') return shown.length > 0 ? ['an overlay on what is no readable item'] : [];
    const wanted = expectation.parse(JSON.parse(expect));
    const [overlay, ...more] = shown;
    if (!overlay || more.length > 0) return [`${wanted.item}: ${shown.length} overlays`];
    return differences(overlay, wanted, prices(wanted.item)).map((what) => `${wanted.item}: ${what}`);
  });
  return strays > 0 ? [...problems, `${strays} overlays outside of any card`] : problems;
}

function differences(shown: ShownOverlay, wanted: Expectation, row: PartnerRow | undefined): string[] {
  const { item, phase = null, listing = null, currency = null } = wanted;
  const should = { item, phase, listing, currency, state: row ? 'ready' : 'unknown' };
  const { prices, ...is } = shown;
  const facts = JSON.stringify(is) === JSON.stringify({ ...is, ...should }) ? [] : [`is ${JSON.stringify(is)}`];
  const right = row ? pricesOf(wanted, row) : [];
  const same = prices.length === right.length && prices.every((price, at) => isPrice(price, right[at]));
  return same ? facts : [...facts, `shows ${JSON.stringify(prices)}, not ${JSON.stringify(right)}`];
}

interface RightPrice {
  readonly market: string;
  readonly cents: number;
  /** Per cent, not rounded; `null` where no difference is honest. */
  readonly diff: number | null;
}

/** A price of 0 or none is no price; a difference is only for an honest comparison at a known rate. */
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

/** Waits until every card of a page carries exactly the right overlay; else fails with what is wrong. */
export async function expectPriced(page: Page, prices: Prices, limitMs = 15_000): Promise<void> {
  const right = async () => (await problemsOf(page, prices)).length === 0 || undefined;
  await until('the right overlays', right, { limitMs }).catch(() => undefined);
  expect(await problemsOf(page, prices)).toEqual([]);
}

/** Waits until all overlays of a page have a state, and there are some. */
export async function expectState(page: Page, state: string, limitMs = 15_000): Promise<void> {
  const states = async () => [...new Set((await readOverlays(page)).map((overlay) => overlay.state))];
  await until(state, async () => (await states()).join() === state || undefined, { limitMs }).catch(() => undefined);
  expect(await states()).toEqual([state]);
}

/** Waits until a page has no overlay at all. */
export async function expectNone(page: Page): Promise<void> {
  await until('no overlay', async () => (await readOverlays(page)).length === 0 || undefined).catch(() => undefined);
  expect(await readOverlays(page)).toEqual([]);
}

/** Which markets a page's overlays show, as a comma list. */
export async function shownMarkets(page: Page): Promise<string> {
  const markets = (await readOverlays(page)).flatMap(({ prices }) => prices.map(({ market }) => market));
  return [...new Set(markets)].join();
}
