import { oneAtATime } from '#core/asks/concurrency.ts';
import { isObjectOf, isString } from '#core/asks/guards.ts';
import { feesOf } from '#core/money/fees.ts';
import {
  bestExit,
  type Exit,
  type ExitPrice,
  type ExitRules,
  exitAt,
  marketsOfSale,
  type NoExitReason,
  noExitReasons,
  reasonWithoutPrice,
} from '#core/prices/exit-value.ts';
import { isReference, type MarketId, marketIds } from '#core/prices/markets.ts';
import { offerOn } from '#core/prices/offer.ts';
import type { ExitQuote } from '#core/prices/quote.ts';
import { exitRules } from '#core/prices/stale-after.ts';
import { firstPlace } from '#core/rows/first-place.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { isFlagged } from '#data/catalogue/price-table.ts';
import {
  detailAt,
  readDetails,
  readStoredMarkets,
  type StoredMarket,
  type StoredOwn,
  updateOwnQuotes,
} from '#data/details/detail-store.ts';
import { type ByName, byName, type Catalogue, columnStore, type KeyValueStore } from '#data/storage/column-store.ts';
import { type Columns, type ColumnsOf, packColumns } from '#data/storage/columns.ts';

type ExitSettings = Pick<Settings, 'markets' | 'fees' | 'exit' | 'freshness' | 'coinUsd'>;

export interface ExitsDeps {
  /** The store of the markets' own data, which alone tell averages and listings. */
  readonly details: KeyValueStore;
  readonly exits: Pick<StoredExits, 'about' | 'write'>;
  readonly own: Pick<StoredOwn, 'about' | 'write'>;
  readonly table: () => Promise<LoadedTable | undefined>;
  readonly settings: () => Promise<ExitSettings>;
  readonly now: () => number;
  readonly onChange: () => void;
}

export function createExits(deps: ExitsDeps) {
  let tellings = 0;
  /**
   * Packs the references' own prices and computes the exits of all items anew, where something that they rest on has
   * changed. Nobody asks for exits without confirmed fees, and for nothing beside samples: then nothing is read. Never
   * rejects: without room in the store, they live as long as the worker.
   */
  const updateExits = oneAtATime(async () => {
    if (!(await updateAll(deps))) return;
    tellings++;
    deps.onChange();
  });
  /** Tells pages of new prices, once, after the exits: without those, a row would go and come back. Never rejects. */
  const tellWithExits = async () => {
    const before = tellings;
    await updateExits();
    if (tellings === before) deps.onChange();
  };
  return { updateExits, tellWithExits };
}

async function updateAll(deps: ExitsDeps): Promise<boolean> {
  const [table, settings] = await Promise.all([deps.table(), deps.settings()]);
  if (!table || table.sample) return false;
  const hasOwn = await updateOwnQuotes(deps, table.table, settings.markets);
  return (settings.fees.confirmed && (await compute(deps, table, settings))) || hasOwn;
}

async function compute(deps: ExitsDeps, loadedTable: LoadedTable, settings: ExitSettings): Promise<boolean> {
  const { table, version } = loadedTable;
  const selling = marketsOfSale(settings);
  const stored = await readStoredMarkets(deps.details, selling, table.catalogue);
  const loaded = selling.flatMap((id, at) => {
    const about = stored[at];
    return about ? [{ id, about }] : [];
  });
  const rules = exitRules(settings, deps.now());
  const told = selling.map((id, at) => [id, feesOf(rules.fees, id), stored[at]?.updatedAt, stored[at]?.etag]);
  const inputs = JSON.stringify([version, rules.minCount, rules.staleAfterMs, settings.coinUsd, told]);
  const before = await deps.exits.about();
  if (before?.catalogue === table.catalogue && before.inputs === inputs) return false;
  const first = reasonWithoutPrice(selling.length, loaded.length);
  const found = new Array<readonly Exit[] | NoExitReason>(table.rows).fill(first);
  for (const market of loaded) await addMarket(deps, loadedTable, market, settings.coinUsd, rules, found);
  const about = { catalogue: table.catalogue, inputs, version: crypto.randomUUID() };
  await deps.exits.write(about, packExits(found)).catch(() => undefined);
  return true;
}

async function addMarket(
  { details }: ExitsDeps,
  { table, asOf }: LoadedTable,
  { id, about }: { readonly id: MarketId; readonly about: StoredMarket },
  coinUsd: number | null,
  rules: ExitRules,
  found: (readonly Exit[] | NoExitReason)[],
): Promise<void> {
  const inTable = isReference(id) ? table.columns[id] : undefined;
  const told = await readDetails(details, id, about);
  for (let number = 0; told && number < found.length; number++) {
    const detail = detailAt(told, number);
    const cents = inTable?.[number];
    if (!detail && !cents) continue;
    const listed = inTable && { cents, asOf, flagged: isFlagged(table.columns, number) };
    const exit = exitAt(offerOn(id, { table: listed, own: { asOf: about.updatedAt, detail }, coinUsd }), rules);
    const before = found[number] ?? 'no-price';
    if (typeof exit === 'object') found[number] = withExit(typeof before === 'string' ? [] : before, exit);
    else if (typeof before === 'string') found[number] = reasonOf(before, exit);
  }
}

const reasonOf = (one: NoExitReason, other: NoExitReason): NoExitReason => {
  const furthest = bestExit([one, other]);
  return typeof furthest === 'string' ? furthest : one;
};

/** Where each item is sold best: one row a market, those of one item together, in the order of the names' numbers. */
const exitTypes = {
  numbers: 'u32',
  /** USD, with fractions. */
  cents: 'f64',
  /** Since the epoch. */
  seconds: 'u32',
  /** A market with the kind of its price, or a reason. */
  codes: 'u8',
} as const;

const averageFlag = 0x40;
const reasonFlag = 0x80;

const seconds = ({ asOf }: ExitPrice): number => Math.floor(asOf / 1000);

/** The exits of an item with one more: none stays that another outlasts, which leaves as much and has as new a price. */
function withExit(exits: readonly Exit[], exit: Exit): readonly Exit[] {
  if (exits.some((one) => one.netCents >= exit.netCents && seconds(one) >= seconds(exit))) return exits;
  return [...exits.filter((one) => one.netCents >= exit.netCents || seconds(one) > seconds(exit)), exit];
}

/** @param found what is known of each name, by its number */
export function packExits(found: readonly (readonly Exit[] | NoExitReason)[]): Columns<typeof exitTypes> {
  const rows = found.reduce((sum, { length }, number) => sum + (typeof found[number] === 'string' ? 1 : length), 0);
  const packed = packColumns(exitTypes, rows);
  const { columns } = packed;
  let row = 0;
  const write = (number: number, code: number, exit?: Exit) => {
    columns.numbers[row] = number;
    columns.codes[row] = code;
    columns.cents[row] = exit?.sells.cents ?? 0;
    columns.seconds[row++] = exit ? seconds(exit) : 0;
  };
  for (const [number, known] of found.entries()) {
    if (typeof known === 'string') write(number, reasonFlag | noExitReasons.indexOf(known));
    else
      for (const exit of known.toSorted((one, other) => other.netCents - one.netCents))
        write(number, marketIds.indexOf(exit.market) | (exit.sells.of === 'avg7' ? averageFlag : 0), exit);
  }
  return packed;
}

/** `undefined` for a number that was not known then, and for a code of another version. */
function readExit(columns: ColumnsOf<typeof exitTypes>, number: number): ExitQuote | undefined {
  const { numbers, codes } = columns;
  const prices: ExitPrice[] = [];
  for (let row = firstPlace(numbers.length, (at) => (numbers[at] ?? 0) >= number); numbers[row] === number; row++) {
    const code = codes[row] ?? 0;
    if (code & reasonFlag) return noExitReasons[code & ~reasonFlag];
    const market = marketIds[code & ~averageFlag];
    const of = code & averageFlag ? 'avg7' : 'ask';
    if (market)
      prices.push({ market, sells: { cents: columns.cents[row] ?? 0, of }, asOf: (columns.seconds[row] ?? 0) * 1000 });
  }
  return prices.length > 0 ? prices : undefined;
}

/** `inputs` identifies all that the exits were computed from. */
const isAboutExits = isObjectOf({ inputs: isString, version: isString });

export type StoredExits = ReturnType<typeof openStoredExits>;

/** @param store opened on first use: without confirmed fees nothing is read */
export function openStoredExits(store: () => KeyValueStore) {
  const stored = columnStore(store, 'exits', exitTypes, isAboutExits);
  return {
    ...stored,
    /** `undefined` where none were computed for this catalogue. Never rejects. */
    of: async (table: Catalogue | undefined): Promise<ByName<ExitQuote> | undefined> => {
      const found = await stored.columns(table?.catalogue);
      return table && found && byName(table, found.about.version, (number) => readExit(found.columns, number));
    },
  };
}
