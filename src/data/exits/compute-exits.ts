import { oneAtATime } from '#core/asks/concurrency.ts';
import { feesOf } from '#core/money/fees.ts';
import {
  bestExit,
  type Exit,
  type ExitRules,
  exitAt,
  marketsOfSale,
  type NoExitReason,
  reasonWithoutPrice,
} from '#core/prices/exit-value.ts';
import { isReference, type MarketId } from '#core/prices/markets.ts';
import { offerOn } from '#core/prices/offer.ts';
import { exitRules } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { isFlagged } from '#data/catalogue/price-table.ts';
import { detailAt, readDetails, readStoredMarkets, type StoredMarket } from '#data/details/detail-store.ts';
import { type StoredOwn, updateOwnQuotes } from '#data/details/own-quotes.ts';
import { packExits, type StoredExits, withExit } from '#data/exits/exit-columns.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';

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
