import { Fault } from '#core/asks/fault.ts';
import { isFiniteNumber, isObject, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { maxNameLength } from '#core/items/names.ts';
import { halfHourMs } from '#core/prices/age.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import { type ChangeSpan, changeSpans, maxChangeAgeMs } from '#core/rows/item-table.ts';
import { maxTableRows, type NumberedNames, noNumber } from '#data/catalogue/pack-table.ts';
import type { MarketDetailsDeps } from '#data/details/market-details.ts';
import { createRelayFeed, type FeedDeps, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import { type ByName, byName, type Catalogue, columnStore, type KeyValueStore } from '#data/storage/column-store.ts';
import { type Columns, type ColumnsOf, packColumns } from '#data/storage/columns.ts';
import { areMostlyBad } from '#protocol/row-check.ts';

/** `rowValues` a number of name. */
const changeTypes = { values: 'i16' } as const;
type ChangeColumns = ColumnsOf<typeof changeTypes>;

/** "Unknown" in a column. Other values are per mille × 2, plus 1 for an item without a change over 30 days. */
export const noChange = -0x8000;
/** Larger changes do not fit and are unknown. */
export const maxPerMille = 0x3fff;

/** Changes by name: for each span one a reference market. */
export interface ChangeRows {
  readonly names: readonly string[];
  /** `rowValues` a name. */
  readonly values: Int16Array;
}

const rowValues = changeSpans.length * referenceMarkets.length;

export function packChanges(rows: ChangeRows, { table, numbers }: NumberedNames): Columns<typeof changeTypes> {
  const packed = packColumns(changeTypes, table.rows * rowValues);
  const values = packed.columns.values.fill(noChange);
  for (let at = 0; at < rows.names.length; at++) {
    const number = numbers[at] ?? noNumber;
    // A name that found no room has no number.
    if (number < table.rows) values.set(rows.values.subarray(at * rowValues, (at + 1) * rowValues), number * rowValues);
  }
  return packed;
}

export function changesAt({ values }: ChangeColumns, number: number, span: ChangeSpan): WeekChanges | undefined {
  const from = number * rowValues + changeSpans.indexOf(span) * referenceMarkets.length;
  const found: { -readonly [market in keyof WeekChanges]: WeekChanges[market] } = {};
  for (const [index, market] of referenceMarkets.entries()) {
    const value = values[from + index] ?? noChange;
    if (value === noChange) continue;
    found[market] = { percent: (value >> 1) / 10, ...((value & 1) === 1 && { thin: true as const }) };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** `updatedAt` is the time of the prices, ms since the epoch. */
const isAboutChanges = isObjectOf({ relay: isString, etag: optional(isString), updatedAt: isFiniteNumber });

export const changesKey = 'changes';

export type StoredChanges = ReturnType<typeof openStoredChanges>;

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number) {
  const stored = columnStore(store, changesKey, changeTypes, isAboutChanges);
  const recent = async (catalogue: string | undefined) => {
    const found = await stored.columns(catalogue);
    return found && now() - found.about.updatedAt <= maxChangeAgeMs ? found : undefined;
  };
  return {
    ...stored,
    /** By the numbers of a catalogue; `undefined` without recent ones. Never rejects. */
    recent: async (catalogue: string | undefined) => (await recent(catalogue))?.columns,
    /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
    week: async (table: Catalogue | undefined): Promise<ByName<WeekChanges> | undefined> => {
      const found = await recent(table?.catalogue);
      if (!found || !table) return undefined;
      const { etag = '', updatedAt } = found.about;
      return byName(table, `${etag}${updatedAt}`, (number) => changesAt(found.columns, number, 7));
    },
  };
}

export interface PriceChangesDeps extends FeedDeps, Pick<MarketDetailsDeps, 'table' | 'numberNames'> {
  readonly store: () => KeyValueStore;
  readonly changes: Pick<StoredChanges, 'about' | 'write' | 'forget'>;
  /** Whether anything shows changes. Nothing is fetched for nobody. */
  readonly isWanted: () => Promise<boolean>;
  /** Called when open pages have to ask again. */
  readonly onChange: () => void;
}

/** The feed of the changes of prices over days. A relay may have none. */
export function createPriceChanges(deps: PriceChangesDeps): RelayFeed {
  const { store, changes, table, numberNames, isWanted, onChange } = deps;
  const forget = async () => {
    const hadAny = await changes.forget();
    if (hadAny) onChange();
    return hadAny;
  };
  const feed = createRelayFeed(deps, {
    path: '/api/changes',
    ...checkIn(store, 'changes-check'),
    data: async () => {
      const stored = await changes.about();
      return stored?.catalogue === (await table())?.table.catalogue ? stored : undefined;
    },
    replace: async ({ about: { relay, etag, sample }, body }) => {
      // Changes of made-up prices are none.
      if (sample) return forget();
      const { rows, updatedAt } = parseChanges(body());
      const numbered = await numberNames(rows.names);
      if (!numbered) return false;
      const about = { catalogue: numbered.table.catalogue, relay, etag, updatedAt: Math.min(updatedAt, deps.now()) };
      // Explore reads the store when it is told. Other pages get what is in memory, also without room in the store.
      await changes.write(about, packChanges(rows, numbered)).finally(onChange);
      return true;
    },
    forget: async () => void (await forget()),
    pauseMs: halfHourMs,
  });
  const checkIfDue = async () => {
    const loaded = await table();
    // Without a table the names have no numbers.
    if (!loaded || !(await isWanted())) return undefined;
    const stored = await changes.about();
    // A new catalogue began: the pause since the last check does not count.
    if (stored && stored.catalogue !== loaded.table.catalogue) await feed.relayChanged();
    return feed.checkIfDue();
  };
  return { ...feed, checkIfDue };
}

/** Markets and spans of a row, at most: the relay may know more than this program. */
const maxColumns = 64;

/** `/api/changes` (src/relay/history/changes.ts). @throws Fault `malformed` for another envelope, missing spans, many bad rows */
export function parseChanges(body: unknown) {
  const { updated_at, items, markets, days } = isObject(body) ? body : {};
  const updatedAt = typeof updated_at === 'string' ? Date.parse(updated_at) : Number.NaN;
  if (!isObject(items) || Number.isNaN(updatedAt)) throw new Fault('malformed', 'the answer holds no changes');
  const marketAt = positions(markets, referenceMarkets);
  const spanAt = positions(days, changeSpans);
  const told = Object.keys(items);
  if (told.length > maxTableRows) throw new Fault('malformed', `${told.length} items are more than a table holds`);
  const names: string[] = [];
  const values = new Int16Array(told.length * rowValues);
  for (const name of told) {
    const row = toValues(items[name], marketAt, spanAt);
    if (!row || name.length === 0 || name.length > maxNameLength) continue;
    values.set(row, names.length * rowValues);
    names.push(name);
  }
  const bad = told.length - names.length;
  if (areMostlyBad({ rows: told.length, good: names.length, bad }))
    throw new Fault('malformed', `${bad} of ${told.length} items are no changes`);
  return { rows: { names, values: values.subarray(0, names.length * rowValues) }, updatedAt };
}

/** Where a list has the wanted values. @throws Fault `malformed` when one is missing */
function positions(told: unknown, wanted: readonly (string | number)[]): readonly number[] {
  const list: readonly unknown[] = Array.isArray(told) && told.length <= maxColumns ? told : [];
  return wanted.map((one) => {
    const at = list.indexOf(one);
    if (at < 0) throw new Fault('malformed', `the changes lack ${one}`);
    return at;
  });
}

/** The packed values of a row, span by span; `undefined` for a bad row. */
function toValues(row: unknown, marketAt: readonly number[], spanAt: readonly number[]): readonly number[] | undefined {
  if (!Array.isArray(row) || row.length > maxColumns) return undefined;
  const byMarket = marketAt.map((at): readonly unknown[] | undefined => (Array.isArray(row[at]) ? row[at] : undefined));
  const isValid = byMarket.every((changes) => changes && spanAt.every((at) => isChange(changes[at])));
  if (!isValid) return undefined;
  const longest = spanAt.at(-1) ?? 0;
  return spanAt.flatMap((at) => byMarket.map((changes) => packed(changes?.[at], changes?.[longest] === null)));
}

/** Per mille; a price never falls by more than all of it. */
const isChange = (value: unknown): boolean => value === null || (Number.isInteger(value) && Number(value) >= -1000);

const packed = (value: unknown, thin: boolean): number =>
  typeof value !== 'number' || value > maxPerMille ? noChange : value * 2 + Number(thin);
