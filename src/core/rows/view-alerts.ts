import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import { ageDoubt, noTime } from '#core/prices/offer.ts';
import { mainMarkets, type UserLimits } from '#core/rows/column-values.ts';
import type { ItemTable, MarketColumn } from '#core/rows/item-table.ts';
import { noMarket } from '#core/rows/routes.ts';
import { createRowModel, type RowModel, sortedRows } from '#core/rows/row-model.ts';
import { effectiveSorting, selectRows } from '#core/rows/select-rows.ts';
import { isRouteKind, isTrendKind, type OverrulableReason } from '#core/rows/view.ts';
import { readPlace } from '#core/rows/view-address.ts';

/** Views of one user of which a relay tells: it remembers up to 2,000 rows of each. */
export const maxRelayViews = 5;
/** Rows that one message tells. */
export const maxTold = 10;
/** A view of more rows tells nothing. */
export const maxViewRows = 500;
/** Rows of a view that are remembered: those of a day. What finds no room is not told. */
const maxSeen = 4 * maxViewRows;
/** A row that was away for so long is new again, ms. */
const awayMs = 86_400_000;

const market = z.enum(marketIds);
export const toldRow = z.object({
  name: z.string(),
  /** Where the item is bought, for how much (USD cents), and where it is sold. */
  market,
  cents: z.number(),
  sellAt: z.optional(market),
  /** The profit, or the change. */
  percent: z.optional(z.number()),
  /** The time of the oldest price, and of the message, ms since the epoch. */
  asOf: z.number(),
  at: z.optional(z.number()),
});
export type ToldRow = z.infer<typeof toldRow>;

export const viewMemory = z.object({
  address: z.string(),
  /** What the user chose when the rows were seen; after a change they are seen anew, and none is told. */
  basis: z.string(),
  /** When the view had each row last, ms since the epoch. */
  seen: z.array(z.tuple([z.string(), z.number()])),
  /** The latest that were told. */
  told: z.array(toldRow),
});
export type ViewMemory = z.infer<typeof viewMemory>;

export const viewWait = z.object({
  reason: z.enum(['none', 'sample', 'old', 'loading', 'many']),
  markets: z.array(market),
});
/** Why nothing can be new now: no prices, made-up ones, an old table, markets that are not loaded, or too many rows. */
export type ViewWait = z.infer<typeof viewWait>;

export interface AlertRows {
  readonly rows: readonly ToldRow[];
  /** All prices are of now: what is absent is not there. */
  readonly isComplete: boolean;
}

/** What a user may choose to see, and what is no reason to tell. */
const neverTold: ReadonlySet<OverrulableReason> = new Set(['inflated', 'old', 'phases']);

/**
 * The rows of which a view may tell, in its order: those without any doubt.
 * @param foundRows gives 1 for each row that a text finds. @param now ms since the epoch
 * @param modelOf may remember models: those of views with the same rules are the same
 */
export function rowsToTell(
  table: ItemTable,
  address: string,
  limits: UserLimits,
  foundRows: (words: string) => Uint8Array,
  now: number,
  modelOf = createRowModel,
): AlertRows | ViewWait {
  const { kind, filters, rules, sorting } = readPlace(address).view;
  const words = filters.text.trim();
  const times = { now, staleAfterMs: limits.maxAgeMs };
  const waits = (reason: ViewWait['reason'], of: readonly MarketColumn[] = []): ViewWait => ({
    reason,
    markets: of.map(({ market }) => market),
  });
  if (table.asOf === undefined || table.names.length === 0) return waits('none');
  if (table.sample) return waits('sample');
  if (ageDoubt(table.asOf, times)) return waits('old');
  const certain = {
    ...rules,
    maxAgeMinutes: Math.min(rules.maxAgeMinutes ?? Number.POSITIVE_INFINITY, limits.maxAgeMs / 60_000),
    overruled: rules.overruled.filter((reason) => !neverTold.has(reason)),
  };
  const model = modelOf(table, { kind, rules: certain }, limits, now);
  const used = isRouteKind(kind) ? model.sets.buy | model.sets.sell : -1;
  const looked = table.markets.filter((_, index) => used & (1 << index));
  const missing = looked.filter(({ state }) => state !== 'loaded');
  if (missing.length > 0) return waits('loading', missing);
  const doubts = model.doubts();
  const found = words ? foundRows(words) : undefined;
  const chosen = selectRows(model, { filters, sorting, found, isSorted: false }).rows.filter((row) => !doubts[row]);
  if (chosen.length > maxViewRows) return waits('many');
  const { column, descending } = effectiveSorting(model, sorting);
  const values = model.column(column);
  const order = sortedRows(
    Float64Array.from(chosen, (row) => values[row] ?? Number.NaN),
    descending,
  );
  const isComplete = looked.every((column) => !ageDoubt(newest(column) * 1000, times));
  return { rows: Array.from(order).flatMap((at) => toldOf(model, chosen[at] ?? 0, now) ?? []), isComplete };
}

const newest = ({ updatedAt }: MarketColumn): number =>
  updatedAt.reduce((last, at) => (at > last && at * 1000 < noTime ? at : last), 0);

function toldOf(model: RowModel, row: number, now: number): ToldRow | undefined {
  const { table, view, limits, trend, routes, value } = model;
  const column = table.markets[mainMarkets(model)[row] ?? noMarket];
  const cents = column?.cents[row];
  if (!column || !cents) return undefined;
  const sellAt = isRouteKind(view.kind) ? table.markets[routes().sell[row] ?? noMarket]?.market : undefined;
  const isProfit = view.kind === 'cheaper' && limits.fees;
  const percent = isProfit
    ? value('profitPercent', row)
    : isTrendKind(view.kind)
      ? value(trend().column, row)
      : undefined;
  return { name: table.names[row] ?? '', market: column.market, cents, sellAt, percent, asOf: now - value('age', row) };
}

/** A row is new when the view has not had it for a day. Nothing is, at first and after a change of what the user chose. */
export function compareRows(
  before: ViewMemory | undefined,
  { address, basis }: Pick<ViewMemory, 'address' | 'basis'>,
  { rows, isComplete }: AlertRows,
  now: number,
  keyOf = (name: string) => name,
) {
  const own = before?.address === address ? before : undefined;
  const present = new Set(rows.map(({ name }) => keyOf(name)));
  const seen = new Map(own?.seen.map(([name, at]) => [name, Math.min(at, now)]));
  const isCrowded = seen.size + present.size > maxSeen;
  for (const [name, at] of seen)
    if (present.has(name)) seen.set(name, now);
    else if ((isComplete || isCrowded) && now - at >= awayMs) seen.delete(name);
  const fresh = rows.filter(({ name }) => !seen.has(keyOf(name))).slice(0, maxSeen - seen.size);
  for (const { name } of fresh) seen.set(keyOf(name), now);
  const news = own?.basis === basis ? fresh.slice(0, maxTold).map((row) => ({ ...row, at: now })) : [];
  const told = [...news, ...(own?.told ?? [])].slice(0, maxTold);
  return {
    memory: { address, basis, seen: [...seen], told },
    /** At most ten. */
    news,
    /** How many more are new. */
    more: news.length > 0 ? fresh.length - news.length : 0,
  };
}
