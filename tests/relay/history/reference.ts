import { isoDay } from '#core/prices/age.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { dayOfHalfHour, halfHoursPerDay, isoHalfHour } from '#relay/history/time.ts';

/** The past of one item on one market, as `/api/history` tells it, oldest first. */
export interface MarketHistory {
  readonly days: readonly (readonly [date: string, low: number, high: number, last: number])[];
  readonly recent: readonly (readonly [time: string, price: number])[];
}

export interface HistoryBody {
  readonly item: string;
  readonly markets: Readonly<Record<string, MarketHistory>>;
  readonly since: string | null;
}

export const marketsIn = (body: Bytes | undefined): HistoryBody['markets'] =>
  body ? (JSON.parse(new TextDecoder().decode(body)) as HistoryBody).markets : {};

/** Everything that was recorded, in plain maps: what a history has to answer. */
export class ReferenceHistory {
  readonly #rolledUntil = new Map<string, number>();
  readonly #observations = new Map<string, Map<number, ReadonlyMap<string, number>>>();

  record(markets: ReadonlyMap<string, ReadonlyMap<string, number>>, halfHour: number): void {
    for (const [market, prices] of markets) {
      const observations = this.#observations.get(market) ?? new Map<number, ReadonlyMap<string, number>>();
      const isFinished = dayOfHalfHour(halfHour) <= (this.#rolledUntil.get(market) ?? -1);
      const isLate = [...observations.keys()].some(
        (other) => other >= halfHour && (other - halfHour <= 2 || dayOfHalfHour(other) === dayOfHalfHour(halfHour)),
      );
      if (isLate || isFinished) continue;
      const sorted = [...observations, [halfHour, prices] as const].sort(([one], [other]) => one - other);
      this.#observations.set(market, new Map(sorted));
    }
  }

  rollUp(now: number): void {
    for (const [market, observations] of this.#observations) {
      const finished = [...observations.keys()].map(dayOfHalfHour).filter((day) => day < dayOfHalfHour(now));
      if (finished.length > 0) this.#rolledUntil.set(market, Math.max(...finished));
    }
  }

  /** Finished days before the day of `now`, and half-hourly prices of seven days. */
  read(item: string, market: string, days: number, now: number): MarketHistory {
    const today = dayOfHalfHour(now);
    const unit = market === 'csgoroll' ? 100 : 1;
    const points = [...(this.#observations.get(market) ?? [])].flatMap(([halfHour, prices]) => {
      const price = prices.get(item);
      return price === undefined ? [] : [{ halfHour, price: price / unit }];
    });
    const byDay = Map.groupBy(points, ({ halfHour }) => dayOfHalfHour(halfHour));
    const finished = [...byDay].filter(([day]) => day < today && day >= today - days);
    return {
      days: finished.map(([day, ofDay]) => {
        const prices = ofDay.map(({ price }) => price);
        return [isoDay(day), Math.min(...prices), Math.max(...prices), prices.at(-1) ?? 0] as const;
      }),
      recent: points
        .filter(({ halfHour }) => dayOfHalfHour(halfHour) >= today - Math.min(days, 7))
        .map(({ halfHour, price }) => [isoHalfHour(halfHour), price] as const),
    };
  }

  /** Changes over 1, 7 and 30 days in per mille, by reference market. */
  changes(item: string, present: number): (number | null)[][] {
    return referenceMarkets.map((market) => {
      const last = this.#lastHalfHour(market);
      const priceAt = (halfHour: number) => this.#observations.get(market)?.get(halfHour)?.get(item);
      const now = present - last > halfHoursPerDay ? undefined : priceAt(last);
      const near = [...(this.#observations.get(market)?.keys() ?? [])]
        .filter((halfHour) => Math.abs(halfHour - last + halfHoursPerDay) <= 6)
        .sort(
          (one, other) =>
            Math.abs(one - last + halfHoursPerDay) - Math.abs(other - last + halfHoursPerDay) || one - other,
        );
      const dayBefore = near[0] === undefined ? undefined : priceAt(near[0]);
      const day = dayOfHalfHour(last);
      const then = [dayBefore, this.#nearDay(item, market, day - 7), this.#nearDay(item, market, day - 30)];
      return then.map((price) => (now && price ? Math.round((now / price - 1) * 1000) : null));
    });
  }

  #nearDay(item: string, market: string, day: number): number | undefined {
    const lastOf = (wanted: number) =>
      [...(this.#observations.get(market) ?? [])]
        .filter(([halfHour, prices]) => dayOfHalfHour(halfHour) === wanted && prices.has(item))
        .at(-1)?.[1]
        .get(item);
    return lastOf(day) ?? lastOf(day - 1);
  }

  #lastHalfHour(market: string): number {
    return Math.max(-1, ...(this.#observations.get(market)?.keys() ?? []));
  }
}
