import { inCurrency } from '#core/money/rates.ts';
import type { PartnerRow } from '#protocol/price-api.ts';
import { formatAmount } from '#ui/words/format.ts';
import { type Expectation, expectation } from '../sites/expectation.ts';
import type { CardSnapshot, OverlaySnapshot, PageSnapshot, RowSnapshot } from './page-snapshot.ts';
import type { PriceVersion } from './price-api.ts';

/** Test oracle: what a page may show now. */
export interface Oracle {
  /** Everything that the price API served, the current version last. */
  readonly versions: readonly PriceVersion[];
  /** Allowed values of one US dollar by currency; several where the user's own rates came and went. */
  readonly rates: Readonly<Record<string, readonly number[]>>;
  /** Possible times of the page's clock when a card was last drawn, ms since the epoch. */
  readonly drawnAt: readonly { readonly from: number; readonly to: number }[];
  /** The worker's clock was once set back, so that prices may be shown as older than they are. */
  readonly mayShowOlder: boolean;
  /** What the finder may read in cards of the page that the adapter cannot read. */
  readonly named: ReadonlySet<string>;
}

/** The price API's field of each reference market. */
export const columns: Readonly<Record<string, 'price_buff' | 'price_uu' | 'price_csfloat'>> = {
  buff163: 'price_buff',
  youpin: 'price_uu',
  csfloat: 'price_csfloat',
};

/** Checks the invariants that hold at any time: all that a page shows is true. Missing overlays are no failure. */
export function checkPage({ cards, strays, painted, hasToken }: PageSnapshot, oracle: Oracle): string[] {
  const failures = cards.flatMap((card) => checkCard(card, oracle));
  const outside = strays > 0 ? [`${strays} overlays outside of any card`] : [];
  return [...failures, ...painted, ...outside, ...(hasToken ? ['the page has the relay’s token'] : [])];
}

function checkCard({ expect, overlays }: CardSnapshot, oracle: Oracle): string[] {
  if (expect === 'none') return checkUnread(overlays, oracle);
  const wanted = expectation.parse(JSON.parse(expect));
  const failures = overlays.flatMap((overlay) => checkOverlay(overlay, wanted, oracle));
  const duplicates = overlays.length > 1 ? [`${overlays.length} overlays`] : [];
  return [...duplicates, ...failures].map((what) => `${wanted.item}: ${what}`);
}

/** On a card that the adapter cannot read only the finder has an overlay. */
function checkUnread(overlays: readonly OverlaySnapshot[], { named }: Oracle): string[] {
  const isFound = ({ item, source }: OverlaySnapshot): boolean => source === 'name' && named.has(item ?? '');
  return overlays.length === 0 || (overlays.length === 1 && overlays.every(isFound))
    ? []
    : ['an overlay on a card without a readable item'];
}

/** What an overlay may show: the finder knows no phase. */
const expectedOf = ({ source, phase }: OverlaySnapshot, wanted: Expectation): Expectation =>
  source === 'name' && phase === null ? { ...wanted, phase: undefined } : wanted;

function checkOverlay(overlay: OverlaySnapshot, card: Expectation, oracle: Oracle): string[] {
  const wanted = expectedOf(overlay, card);
  const { item, phase = null } = wanted;
  if (overlay.item !== item) return [`shows ${overlay.item}`];
  if (overlay.phase !== phase) return [`is of phase ${overlay.phase}, not ${phase}`];
  if (overlay.listing !== null && overlay.listing !== (wanted.listing ?? null)) return [`lists at ${overlay.listing}`];
  const priced = overlay.state === 'ready' || overlay.state === 'stale';
  if (!priced)
    return overlay.rows.length > 0 ? [`has prices and is ${overlay.state}`] : checkUnpriced(overlay, item, oracle);
  const served = oracle.versions.flatMap((version) => {
    const row = version.rows.get(item);
    return row && overlay.rows.every((one) => isServed(one, row)) ? [{ version, row }] : [];
  });
  if (served.length === 0) return [`shows ${JSON.stringify(overlay.rows)}, which were never served`];
  const shown = served.filter(({ version }) => isAgeTrue(overlay, version, oracle));
  const outcomes = shown.map((one) =>
    overlay.rows.flatMap((row) => checkRow(row, overlay, { wanted, row: one.row, oracle })),
  );
  const [first = [`says “${overlay.spoken}” of prices of ${served.map(({ version }) => timeOf(version)).join()}`]] =
    outcomes;
  // Two versions may have equal prices, and only one of them calls them inflated.
  return outcomes.some((failures) => failures.length === 0) ? [] : first;
}

const timeOf = ({ asOf }: PriceVersion): string => new Date(asOf).toISOString();

function checkUnpriced({ state }: OverlaySnapshot, item: string, { versions }: Oracle): string[] {
  if (state === 'offline' || state === 'unavailable') return [];
  const wasMissing = versions.some(({ rows }) => !rows.has(item));
  return state === 'unknown' && wasMissing ? [] : [`is ${state}`];
}

/** A price of 0 counts as no price. */
function isServed({ market, cents }: RowSnapshot, row: PartnerRow): boolean {
  const column = columns[market];
  return column !== undefined && (cents === null ? !row[column] : Number(cents) === row[column]);
}

const minute = 60_000;
const units: Readonly<Record<string, number>> = { min: minute, h: 60 * minute, d: 1440 * minute };

/** Range of ages in an overlay's spoken text, ms; `undefined` without an age. */
function parseAge(spoken: string): { readonly from: number; readonly below: number } | undefined {
  const [, under, count = '', unit = ''] = /Prices of (< )?(\d+) (min|h|d) ago/.exec(spoken) ?? [];
  const span = units[unit];
  if (span === undefined) return undefined;
  return under ? { from: 0, below: minute } : { from: Number(count) * span, below: (Number(count) + 1) * span };
}

/** Whether the spoken age of an overlay is true of a version. */
function isAgeTrue({ spoken }: OverlaySnapshot, { asOf }: PriceVersion, { drawnAt, mayShowOlder }: Oracle): boolean {
  const age = parseAge(spoken);
  // An age that is not visible is spoken when somebody reads it.
  if (!age) return true;
  return drawnAt.some(({ from, to }) => {
    const tooYoung = asOf <= from - age.below;
    // A clock that is behind the prices gives an age of less than a minute.
    const tooOld = age.from > 0 && asOf > to - age.from;
    return !tooYoung && (!tooOld || mayShowOlder);
  });
}

interface RowContext {
  readonly wanted: Expectation;
  readonly row: PartnerRow;
  readonly oracle: Oracle;
}

function checkRow(
  { market, cents, diff, text }: RowSnapshot,
  { state }: OverlaySnapshot,
  context: RowContext,
): string[] {
  if (cents === null) return diff === null ? [] : [`compares with ${market}, which has no price`];
  const { wanted, oracle } = context;
  const rates = Object.entries(oracle.rates).flatMap(([code, all]) => all.map((perUsd) => ({ code, perUsd, of: '' })));
  const isFormatted = rates.some((rate) => text === formatAmount(inCurrency(Number(cents), rate)));
  const failures = isFormatted ? [] : [`says “${text}” for ${cents} cents at ${market}`];
  if (diff === null) return failures;
  const listings = (oracle.rates[wanted.currency ?? ''] ?? []).map((rate) => (Number(wanted.listing) * 100) / rate);
  const isRight = listings.some((listing) => isDifference(diff, listing, Number(cents)));
  const isAllowed = state === 'ready' && isRight && isComparable(context);
  return isAllowed ? failures : [...failures, `differs by ${diff} % from ${cents} cents at ${market}`];
}

const isDifference = (diff: string, listing: number, cents: number): boolean =>
  /^-?\d+\.\d$/.test(diff) && Math.abs(Number(diff) - ((listing - cents) / cents) * 100) < 0.0501;

const isComparable = ({ wanted: { item, kind, phase }, row }: Pick<RowContext, 'wanted' | 'row'>): boolean =>
  (kind === undefined || kind === 'ask') && phase === undefined && !item.includes('Doppler (') && !row.is_inflated;

/**
 * Checks a page after recovery, with default settings: each readable card has one overlay with all prices of the current
 * version and every difference that is allowed.
 */
export function checkRecovered(snapshot: PageSnapshot, oracle: Oracle): string[] {
  const current = oracle.versions.slice(-1);
  const untrue = checkPage(snapshot, { ...oracle, versions: current });
  const copies = snapshot.copies > 0 ? [`${snapshot.copies} copies of our element`] : [];
  const missing = snapshot.cards.flatMap(({ expect, overlays: [overlay] }) => {
    if (expect === 'none') return [];
    const wanted = expectation.parse(JSON.parse(expect));
    const row = current[0]?.rows.get(wanted.item);
    return checkRecoveredOverlay(overlay, wanted, { wanted, row: row ?? {}, oracle }).map(
      (what) => `${wanted.item}: ${what}`,
    );
  });
  return [...untrue, ...copies, ...missing];
}

function checkRecoveredOverlay(
  overlay: OverlaySnapshot | undefined,
  wanted: Expectation,
  context: RowContext,
): string[] {
  if (!overlay) return ['no overlay'];
  const state = Object.keys(context.row).length > 0 ? 'ready' : 'unknown';
  if (overlay.state !== state) return [`is ${overlay.state}, not ${state}`];
  if (overlay.listing !== (wanted.listing ?? null)) return [`lists at ${overlay.listing}, not ${wanted.listing}`];
  const markets = overlay.rows.map(({ market }) => market).join();
  if (state === 'ready' && markets !== Object.keys(columns).join()) return [`shows ${markets}`];
  const isRated = (context.oracle.rates[wanted.currency ?? ''] ?? []).length > 0 && wanted.listing !== undefined;
  if (!isRated || !isComparable(context)) return [];
  const withoutDifference = overlay.rows.filter(({ cents, diff }) => cents !== null && diff === null);
  return withoutDifference.map(({ market }) => `has no difference from ${market}`);
}
