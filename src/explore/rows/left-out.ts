import { mark } from '#explore/data/item-traits.ts';
import { noMarket } from '#explore/rows/routes.ts';
import type { RowParts } from '#explore/rows/row-parts.ts';
import { routeSets } from '#explore/rows/row-sets.ts';
import {
  isRouteKind,
  isTrendKind,
  type LeftOutReason,
  leftOutReasons,
  type OverrulableReason,
} from '#explore/state/view.ts';

const numberOf = (reason: LeftOutReason | undefined): number => (reason ? leftOutReasons.indexOf(reason) + 1 : 0);

/** Why each row is left out: index of `leftOutReasons` + 1, or 0. The first reason that applies counts. */
export function findReasons(parts: RowParts): Uint8Array {
  const { table, view, stages, limits } = parts;
  const { names, traits, liquidity } = table;
  const reasons = new Uint8Array(names.length);
  const keeps = (reason: OverrulableReason) => view.rules.overruled.includes(reason);
  const isRoute = isRouteKind(view.kind);
  if (table.sample && view.kind !== 'all') return reasons.fill(numberOf('sample'));
  const isPossible = possibility(parts);
  const isTrend = isTrendKind(view.kind);
  const isRecorded = isTrend && parts.trend().column === 'change7';
  const history = isRecorded ? historyReason(parts) : () => undefined;
  const hasNoAverage = (row: number) => isTrend && !isRecorded && parts.trend().markets[row] === noMarket;
  const least = view.rules.minLiquidity ?? limits.minLiquidity;
  const isIlliquid = (row: number) => least > 0 && !keeps('liquidity') && !((liquidity[row] ?? 0) >= least);
  const hasPhases = (row: number) => isRoute && !keeps('phases') && ((traits.marks[row] ?? 0) & mark.phases) !== 0;
  const hasNoFees = (row: number) => isRoute && parts.routes().buy[row] === noMarket;
  const loading = loadingSet(table);
  /** The number of listings may still come. Meanwhile no price counts, and a row shows what needs none that does. */
  const isWaiting = (row: number) => ((stages.current[row] ?? 0) & loading) !== 0;
  const reasonOf = (row: number): LeftOutReason | undefined => {
    const unknown = history(row);
    if (unknown) return unknown;
    if (!isPossible(stages.priced[row] ?? 0, row)) return 'price';
    if (!isPossible(stages.notFlagged[row] ?? 0, row)) return 'inflated';
    if (!isPossible(stages.current[row] ?? 0, row)) return 'old';
    if (!isPossible(stages.usable[row] ?? 0, row) && (isRoute || !isWaiting(row))) return 'offers';
    if (hasNoAverage(row) && !isWaiting(row)) return 'average';
    if (isIlliquid(row)) return 'liquidity';
    if (hasPhases(row)) return 'phases';
    return hasNoFees(row) ? 'fees' : undefined;
  };
  for (let row = 0; row < reasons.length; row++) reasons[row] = numberOf(reasonOf(row));
  return reasons;
}

/** The set of markets that are not loaded yet. */
const loadingSet = ({ markets }: RowParts['table']): number =>
  markets.reduce((set, { state }, index) => (state !== 'loaded' ? set | (1 << index) : set), 0);

/** Whether a set of prices is enough for a row of the view. */
function possibility({ table, view, limits, trend }: RowParts): (set: number, row: number) => boolean {
  if (isTrendKind(view.kind) && trend().column === 'change7') {
    const { markets } = trend();
    return (set, row) => (set & (1 << (markets[row] ?? 0))) !== 0;
  }
  if (!isRouteKind(view.kind)) return (set) => set !== 0;
  const { buy, sell } = routeSets(table, view, limits);
  return (set) => {
    const [from, to] = [set & buy, set & sell];
    return from !== 0 && to !== 0 && !(from === to && (from & (from - 1)) === 0);
  };
}

/** Why a row has no change that counts. */
function historyReason({ table, view }: RowParts): (row: number) => LeftOutReason | undefined {
  const change = table.changes[7];
  const keepsNew = view.rules.overruled.includes('new');
  return (row) => {
    if (Number.isNaN(change?.percent[row] ?? Number.NaN)) return 'history';
    return change?.thin[row] && !keepsNew ? 'new' : undefined;
  };
}
