import type { PartnerRow } from '#protocol/price-api.ts';
import { formatAmount } from '#ui/format.ts';
import { type Expectation, expectation } from '../sites/expectation.ts';
import type { Version } from './price-service.ts';
import type { SeenCard, SeenHost, SeenPage, SeenRow } from './reading.ts';

/** What may be true of a page now, for all that happened. */
export interface Truth {
  /** What the service said, the present version last. */
  readonly versions: readonly Version[];
  /** What one US dollar may buy: several rates of a currency where the user's own came and went. */
  readonly rates: Readonly<Record<string, readonly number[]>>;
  /** What the page's clock may have said when a card was last drawn, ms since the epoch. */
  readonly drawnAt: readonly { readonly from: number; readonly to: number }[];
  /** The worker's clock was once set back, so that prices may count as older than they are. */
  readonly mayLookOlder: boolean;
}

/** The column of each reference market in the price API's own words. */
const columns: Readonly<Record<string, 'price_buff' | 'price_uu' | 'price_csfloat'>> = {
  buff163: 'price_buff',
  youpin: 'price_uu',
  csfloat: 'price_csfloat',
};

/** What is wrong with a page, whatever may be missing on it; nothing when nothing is wrong. */
export function wrongsOf({ cards, strays, painted }: SeenPage, truth: Truth): string[] {
  const wrongs = cards.flatMap((card) => wrongsOfCard(card, truth));
  return [...wrongs, ...painted, ...(strays > 0 ? [`${strays} overlays outside of any card`] : [])];
}

function wrongsOfCard({ expect, hosts }: SeenCard, truth: Truth): string[] {
  if (expect === 'none') return hosts.length > 0 ? ['an overlay on what is no readable item'] : [];
  const wanted = expectation.parse(JSON.parse(expect));
  const wrongs = hosts.flatMap((host) => wrongsOfHost(host, wanted, truth));
  const doubled = hosts.length > 1 ? [`${hosts.length} overlays`] : [];
  return [...doubled, ...wrongs].map((what) => `${wanted.item}: ${what}`);
}

function wrongsOfHost(host: SeenHost, wanted: Expectation, truth: Truth): string[] {
  const { item, phase = null } = wanted;
  if (host.item !== item) return [`shows ${host.item}`];
  if (host.phase !== phase) return [`is of phase ${host.phase}, not ${phase}`];
  if (host.listing !== null && host.listing !== (wanted.listing ?? null)) return [`lists at ${host.listing}`];
  const priced = host.state === 'ready' || host.state === 'stale';
  if (!priced) return host.rows.length > 0 ? [`has prices and is ${host.state}`] : wrongsOfAbsence(host, item, truth);
  const said = truth.versions.flatMap((version) => {
    const row = version.rows.get(item);
    return row && host.rows.every((shown) => isSaid(shown, row)) ? [{ version, row }] : [];
  });
  if (said.length === 0) return [`shows ${JSON.stringify(host.rows)}, which the service never said`];
  const claimed = said.find(({ version }) => isClaimed(host, version, truth));
  if (!claimed) return [`says “${host.spoken}” of prices of ${said.map(({ version }) => timeOf(version)).join()}`];
  return host.rows.flatMap((row) => wrongsOfRow(row, host, { wanted, row: claimed.row, truth }));
}

const timeOf = ({ asOf }: Version): string => new Date(asOf).toISOString();

function wrongsOfAbsence({ state }: SeenHost, item: string, { versions }: Truth): string[] {
  if (state === 'offline' || state === 'unavailable') return [];
  const lacking = versions.some(({ rows }) => !rows.has(item));
  return state === 'unknown' && lacking ? [] : [`is ${state}`];
}

/** A price of 0 or none is no price. */
function isSaid({ market, cents }: SeenRow, row: PartnerRow): boolean {
  const column = columns[market];
  return column !== undefined && (cents === null ? !row[column] : Number(cents) === row[column]);
}

const minute = 60_000;
const units: Readonly<Record<string, number>> = { min: minute, h: 60 * minute, d: 1440 * minute };

/** Of which ages an overlay may speak, ms: from and below; `undefined` when it speaks of none. */
export function ageOf(spoken: string): { readonly from: number; readonly below: number } | undefined {
  const [, under, count = '', unit = ''] = /Prices of (< )?(\d+) (min|h|d) ago/.exec(spoken) ?? [];
  const span = units[unit];
  if (span === undefined) return undefined;
  return under ? { from: 0, below: minute } : { from: Number(count) * span, below: (Number(count) + 1) * span };
}

/** Whether an overlay may say of this version what it says of its age. */
function isClaimed({ spoken }: SeenHost, { asOf }: Version, { drawnAt, mayLookOlder }: Truth): boolean {
  const age = ageOf(spoken);
  if (!age) return false;
  return drawnAt.some(({ from, to }) => {
    const tooYoung = asOf <= from - age.below;
    // A clock that is behind the prices says that they are of now.
    const tooOld = age.from > 0 && asOf > to - age.from;
    return !tooYoung && (!tooOld || mayLookOlder);
  });
}

interface Compared {
  readonly wanted: Expectation;
  readonly row: PartnerRow;
  readonly truth: Truth;
}

function wrongsOfRow({ market, cents, diff, text }: SeenRow, { state }: SeenHost, compared: Compared): string[] {
  if (cents === null) return diff === null ? [] : [`compares with ${market}, which has no price`];
  const { wanted, truth } = compared;
  const rates = Object.entries(truth.rates).flatMap(([code, all]) => all.map((perUsd) => ({ code, perUsd, of: '' })));
  const worded = rates.some((rate) => text === formatAmount(Number(cents), rate));
  const wrongs = worded ? [] : [`says “${text}” for ${cents} cents at ${market}`];
  if (diff === null) return wrongs;
  const asked = (truth.rates[wanted.currency ?? ''] ?? []).map((rate) => (Number(wanted.listing) * 100) / rate);
  const right = asked.some((listing) => isDifference(diff, listing, Number(cents)));
  const honest = state === 'ready' && right && isComparable(compared);
  return honest ? wrongs : [...wrongs, `differs by ${diff} % from ${cents} cents at ${market}`];
}

const isDifference = (diff: string, listing: number, cents: number): boolean =>
  /^-?\d+\.\d$/.test(diff) && Math.abs(Number(diff) - ((listing - cents) / cents) * 100) < 0.0501;

const isComparable = ({ wanted: { item, kind, phase }, row }: Pick<Compared, 'wanted' | 'row'>): boolean =>
  (kind === undefined || kind === 'ask') && phase === undefined && !item.includes('Doppler (') && !row.is_inflated;

/**
 * What a page lacks of being wholly right by the present version and the settings' defaults: each readable card has its
 * one overlay, with all prices and every difference that is honest.
 */
export function lacksOf(seen: SeenPage, truth: Truth): string[] {
  const present = truth.versions.slice(-1);
  const wrongs = wrongsOf(seen, { ...truth, versions: present });
  const copies = seen.copies > 0 ? [`${seen.copies} copies of our element`] : [];
  const lacks = seen.cards.flatMap(({ expect, hosts: [host] }) => {
    if (expect === 'none') return [];
    const wanted = expectation.parse(JSON.parse(expect));
    const row = present[0]?.rows.get(wanted.item);
    return lacksOfHost(host, wanted, { wanted, row: row ?? {}, truth }).map((what) => `${wanted.item}: ${what}`);
  });
  return [...wrongs, ...copies, ...lacks];
}

function lacksOfHost(host: SeenHost | undefined, wanted: Expectation, compared: Compared): string[] {
  if (!host) return ['no overlay'];
  const state = Object.keys(compared.row).length > 0 ? 'ready' : 'unknown';
  if (host.state !== state) return [`is ${host.state}, not ${state}`];
  if (host.listing !== (wanted.listing ?? null)) return [`lists at ${host.listing}, not ${wanted.listing}`];
  const markets = host.rows.map(({ market }) => market).join();
  if (state === 'ready' && markets !== Object.keys(columns).join()) return [`shows ${markets}`];
  const rated = (compared.truth.rates[wanted.currency ?? ''] ?? []).length > 0 && wanted.listing !== undefined;
  if (!rated || !isComparable(compared)) return [];
  const bare = host.rows.filter(({ cents, diff }) => cents !== null && diff === null);
  return bare.map(({ market }) => `has no difference from ${market}`);
}
