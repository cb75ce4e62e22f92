import { areNoOlder } from '#core/age.ts';
import { oneAtATime } from '#core/concurrency.ts';
import { type ExitRules, exitAt, leavesMore, marketsOfSale, type SellingOffer } from '#core/exit-value.ts';
import { centsPerUnit, isReference, type MarketId } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import { packColumns } from '#data/catalogue/columns.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { isFlagged } from '#data/catalogue/price-table.ts';
import { detailAt, readDetails, readStoredMarkets, type StoredMarket } from '#data/details/detail-store.ts';
import { type ExitColumns, exitTypes, writeExit, writeReason } from '#data/exits/exit-columns.ts';
import type { StoredExits } from '#data/exits/stored-exits.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { maxPriceCents } from '#protocol/price-api.ts';

/** The settings on which exits rest. */
type ExitSettings = Pick<Settings, 'markets' | 'fees' | 'exit' | 'freshness' | 'coinUsd'>;

export interface ExitsDeps {
  /** The store of the markets' own data, which alone tell averages and listings. */
  readonly details: KeyValueStore;
  readonly exits: Pick<StoredExits, 'about' | 'write'>;
  readonly table: () => Promise<LoadedTable | undefined>;
  readonly settings: () => Promise<ExitSettings>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Called when open pages have to ask again. */
  readonly onChange: () => void;
}

export interface Exits {
  /**
   * Computes the exits of all items anew where something that they rest on has changed. Nobody asks for them without
   * confirmed fees, and beside samples: then nothing is read. Never rejects: without room in the store, the exits live as
   * long as the worker.
   */
  readonly updateExits: () => Promise<void>;
  /** Tells pages of new prices, once, after the exits: without those, a row would go and come back. Never rejects. */
  readonly tellWithExits: () => Promise<void>;
}

export function createExits(deps: ExitsDeps): Exits {
  let tellings = 0;
  const onChange = () => {
    tellings++;
    deps.onChange();
  };
  const updateExits = oneAtATime(() => update({ ...deps, onChange }));
  const tellWithExits = async () => {
    const before = tellings;
    await updateExits();
    if (tellings === before) onChange();
  };
  return { updateExits, tellWithExits };
}

interface Market {
  readonly id: MarketId;
  readonly about: StoredMarket;
}

async function update(deps: ExitsDeps): Promise<void> {
  const [table, settings] = await Promise.all([deps.table(), deps.settings()]);
  if (table && !table.sample && settings.fees.confirmed) await compute(deps, table, settings);
}

/** Computes and stores the exits of all known names, where something has changed. */
async function compute(deps: ExitsDeps, loadedTable: LoadedTable, settings: ExitSettings): Promise<void> {
  const { table, version } = loadedTable;
  const { fees, exit } = settings;
  const selling = marketsOfSale(settings);
  const stored = await readStoredMarkets(deps.details, selling, table.catalogue);
  const loaded = selling.flatMap((id, at): Market[] => {
    const about = stored[at];
    return about ? [{ id, about }] : [];
  });
  const rests = [version, fees, exit, staleAfterMs(settings), settings.coinUsd, selling];
  const inputs = JSON.stringify([rests, loaded.map(({ id, about }) => [id, about.updatedAt, about.etag])]);
  const before = await deps.exits.about();
  if (before?.catalogue === table.catalogue && before.inputs === inputs) return;
  const exits = packColumns(exitTypes, table.rows);
  const first = selling.length === 0 ? 'no-fees' : loaded.length < selling.length ? 'not-loaded' : 'no-price';
  for (let number = 0; number < exits.rows; number++) writeReason(exits.columns, number, first);
  const rules = { fees, minCount: exit.minCount, staleAfterMs: staleAfterMs(settings), now: deps.now() };
  const best = { columns: exits.columns, nets: new Float64Array(exits.rows) };
  for (const market of loaded) await addMarket(deps, loadedTable, market, settings.coinUsd, rules, best);
  const about = { catalogue: table.catalogue, inputs, version: crypto.randomUUID() };
  await deps.exits.write(about, exits).finally(deps.onChange);
}

/** Replaces the exits of the items for which this market leaves more. */
async function addMarket(
  { details }: ExitsDeps,
  { table, asOf: tableAsOf }: LoadedTable,
  { id, about }: Market,
  coinUsd: number | null,
  rules: ExitRules,
  { columns, nets }: { readonly columns: ExitColumns; readonly nets: Float64Array },
): Promise<void> {
  const scale = centsPerUnit(id, coinUsd);
  const inTable = isReference(id) ? table.columns[id] : undefined;
  const counts = areNoOlder(about.updatedAt, tableAsOf);
  const told = await readDetails(details, id, about);
  for (let number = 0; told && number < nets.length; number++) {
    const detail = detailAt(told, number);
    const listed = inTable?.[number] ?? 0;
    const isOfTable = listed > 0 && (!counts || !detail);
    if (!detail && !isOfTable) continue;
    const { price = 0, avg7, count, updatedAt } = detail ?? {};
    const [ask, asOf] = isOfTable ? [listed, tableAsOf] : [price * scale, updatedAt];
    const inflated = detail?.inflated || (inTable !== undefined && isFlagged(table.columns, number));
    // In coins it may be larger than any column holds.
    const cents = ask <= maxPriceCents ? ask : undefined;
    const offer: SellingOffer = { market: id, cents, avg7, count, inflated, asOf };
    const exit = exitAt(offer, rules);
    if (typeof exit === 'string') {
      if (nets[number] === 0) writeReason(columns, number, exit);
    } else if (leavesMore(exit, nets[number] ?? 0)) {
      nets[number] = exit.netCents;
      writeExit(columns, number, exit);
    }
  }
}
