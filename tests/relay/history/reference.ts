import { referenceMarkets } from '#core/markets.ts';
import type { MarketHistory } from '#relay/history/read.ts';
import { dayOfSlot, isoDay, isoSlot, slotsPerDay } from '#relay/history/time.ts';

/** Everything that was recorded, in plain maps: what a history has to answer. */
export class ReferenceHistory {
  /** The last finished day by market. */
  readonly #rolledUntil = new Map<string, number>();
  /** Prices by market, slot and item. */
  readonly #looks = new Map<string, Map<number, ReadonlyMap<string, number>>>();

  record(markets: ReadonlyMap<string, ReadonlyMap<string, number>>, slot: number): void {
    for (const [market, prices] of markets) {
      const looks = this.#looks.get(market) ?? new Map<number, ReadonlyMap<string, number>>();
      const isFinished = dayOfSlot(slot) <= (this.#rolledUntil.get(market) ?? -1);
      if (slot > this.#lastSlot(market) && !isFinished) looks.set(slot, prices);
      this.#looks.set(market, looks);
    }
  }

  rollUp(now: number): void {
    for (const [market, looks] of this.#looks) {
      const finished = [...looks.keys()].map(dayOfSlot).filter((day) => day < dayOfSlot(now));
      if (finished.length > 0) this.#rolledUntil.set(market, Math.max(...finished));
    }
  }

  /** Finished days before the day of `now`, and half-hourly prices of seven days. */
  read(item: string, market: string, days: number, now: number): MarketHistory {
    const today = dayOfSlot(now);
    const unit = market === 'csgoroll' ? 100 : 1;
    const points = [...(this.#looks.get(market) ?? [])].flatMap(([slot, prices]) => {
      const price = prices.get(item);
      return price === undefined ? [] : [{ slot, price: price / unit }];
    });
    const byDay = Map.groupBy(points, ({ slot }) => dayOfSlot(slot));
    const finished = [...byDay].filter(([day]) => day < today && day >= today - days);
    return {
      days: finished.map(([day, ofDay]) => {
        const prices = ofDay.map(({ price }) => price);
        return [isoDay(day), Math.min(...prices), Math.max(...prices), prices.at(-1) ?? 0] as const;
      }),
      recent: points
        .filter(({ slot }) => dayOfSlot(slot) >= today - Math.min(days, 7))
        .map(({ slot, price }) => [isoSlot(slot), price] as const),
    };
  }

  /** Changes over 1, 7 and 30 days in per mille, by reference market. */
  changes(item: string): (number | null)[][] {
    return referenceMarkets.map((market) => {
      const last = this.#lastSlot(market);
      const priceAt = (slot: number) => this.#looks.get(market)?.get(slot)?.get(item);
      const now = priceAt(last);
      const near = [...(this.#looks.get(market)?.keys() ?? [])]
        .filter((slot) => Math.abs(slot - last + slotsPerDay) <= 6)
        .sort((one, other) => Math.abs(one - last + slotsPerDay) - Math.abs(other - last + slotsPerDay) || one - other);
      const dayBefore = near[0] === undefined ? undefined : priceAt(near[0]);
      const day = dayOfSlot(last);
      const then = [dayBefore, this.#nearDay(item, market, day - 7), this.#nearDay(item, market, day - 30)];
      return then.map((price) => (now && price ? Math.round((now / price - 1) * 1000) : null));
    });
  }

  #nearDay(item: string, market: string, day: number): number | undefined {
    const lastOf = (wanted: number) =>
      [...(this.#looks.get(market) ?? [])]
        .filter(([slot, prices]) => dayOfSlot(slot) === wanted && prices.has(item))
        .at(-1)?.[1]
        .get(item);
    return lastOf(day) ?? lastOf(day - 1);
  }

  #lastSlot(market: string): number {
    return Math.max(-1, ...(this.#looks.get(market)?.keys() ?? []));
  }
}
