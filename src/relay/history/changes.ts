import { referenceMarkets } from '#core/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { columnAtSlot, columnOfDay, type PriceColumn } from '#relay/history/columns.ts';
import { type GiveWay, type HistoryState, looksOf } from '#relay/history/state.ts';
import { dayOfSlot, isoSlot, slotsPerDay } from '#relay/history/time.ts';

/** Spans of the changes, days. */
const changeDays = [1, 7, 30] as const;

/** How far the look of the day before may be from 24 hours, slots. */
const tolerance = 6;

/**
 * The body of `/api/changes`: for each item and reference market the change over 1, 7 and 30 days in per mille, `null`
 * where the past is not known. Items without any change that is known are absent, and so are markets whose last look is more
 * than 24 hours from the present. `undefined` before the first look.
 * @param present the present slot
 * @throws Error for broken rows
 */
export async function changesBody(state: HistoryState, present: number, giveWay: GiveWay): Promise<Bytes | undefined> {
  const lasts = referenceMarkets.map((market) => looksOf(state, market).at(-1)?.slot ?? -1);
  const last = Math.max(...lasts);
  if (last < 0) return undefined;
  const columns: MarketColumns[] = [];
  for (const market of referenceMarkets) columns.push(await loadColumns(state, market, present, giveWay));
  const items = state.items.flatMap((name, item) => {
    const changes = columns.map(({ now, past }) => past.map((then) => perMille(now?.[item], then?.[item])));
    return changes.flat().some((change) => change !== null) ? [[name, changes] as const] : [];
  });
  const body = {
    updated_at: isoSlot(last),
    markets: referenceMarkets,
    days: changeDays,
    items: Object.fromEntries(items),
  };
  return new TextEncoder().encode(JSON.stringify(body));
}

interface MarketColumns {
  readonly now: PriceColumn | undefined;
  /** In the order of `changeDays`. */
  readonly past: readonly (PriceColumn | undefined)[];
}

async function loadColumns(
  state: HistoryState,
  market: string,
  present: number,
  giveWay: GiveWay,
): Promise<MarketColumns> {
  const looks = looksOf(state, market);
  const last = looks.at(-1)?.slot;
  // A clock that was far ahead leaves a last look that no later one replaces.
  if (last === undefined || Math.abs(present - last) > slotsPerDay)
    return { now: undefined, past: changeDays.map(() => undefined) };
  const now = state.columns.get(market) ?? (await columnAtSlot(state, market, last, giveWay));
  const dayBefore = nearest(
    looks.map(({ slot }) => slot),
    last - slotsPerDay,
  );
  const [, ...longer] = changeDays;
  const past = [dayBefore === undefined ? undefined : await columnAtSlot(state, market, dayBefore, giveWay)];
  for (const days of longer) past.push(await columnNearDay(state, market, dayOfSlot(last) - days, giveWay));
  return { now, past };
}

/** The slot that is nearest to `wanted`, the earlier one of two; `undefined` when none is near enough. */
function nearest(slots: readonly number[], wanted: number): number | undefined {
  const near = slots.filter((slot) => Math.abs(slot - wanted) <= tolerance);
  return near.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other)[0];
}

/** The last prices of a day, else of the day before. A market that was not recorded then has none. */
async function columnNearDay(state: HistoryState, market: string, day: number, giveWay: GiveWay): Promise<PriceColumn> {
  const column = await columnOfDay(state, market, day, giveWay);
  if (column.every((price) => price > 0)) return column;
  const before = await columnOfDay(state, market, day - 1, giveWay);
  return column.map((price, item) => price || (before[item] ?? 0));
}

const perMille = (now: number | undefined, then: number | undefined): number | null =>
  now && then ? Math.round((now / then - 1) * 1000) : null;
