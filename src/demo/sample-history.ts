import * as z from 'zod/mini';
import { dayMs } from '#core/prices/age.ts';
import { partnerFields, referenceMarkets } from '#core/prices/markets.ts';
import { endpoints, type PartnerRow } from '#protocol/price-api.ts';
import { isPartnerRow } from '#protocol/row-check.ts';
import { countsOf } from '#relay/history/read.ts';
import { halfHourOf, halfHoursPerDay } from '#relay/history/time.ts';
import { createStorageFile } from '#relay/store/storage-file.ts';

export type PriceLookup = (item: string) => PartnerRow | undefined;

export type FillHistory = (file: string, prices: PriceLookup) => Promise<void>;

/** How an item's price moved: days before today → a multiple of the present price, `undefined` for a gap. */
const priceMoves = (daysAgo: number): number | undefined =>
  daysAgo > 150 && daysAgo < 171
    ? undefined
    : 1 + 0.16 * Math.sin(daysAgo / 21) + 0.05 * Math.sin(daysAgo / 3.1) + daysAgo / 1500;

/** Records `days` finished days of some items on the reference markets, and half hours of the last of them. */
export const fillHistory =
  (names: readonly string[], days: number): FillHistory =>
  async (file, lookup) => {
    const now = Date.now();
    const today = Math.floor(now / dayMs);
    const storage = createStorageFile({ path: file }, () => now);
    const fineDays = Math.min(days, 7);
    const record = (halfHour: number, part = 1) => {
      const prices = pricesAt(names, lookup, (halfHourOf(now) - halfHour) / halfHoursPerDay, part);
      const counts = [...prices].map(([market, each]) => [countsOf(market), countsAt(each, halfHour)] as const);
      const all = new Map([...prices, ...counts]);
      return storage.write(({ history }) => history.record(all, { halfHour, isSteady: true }));
    };
    for (let day = today - days; day < today - fineDays; day++) {
      if (priceMoves(today - day) === undefined) continue;
      for (const [at, part] of [0.97, 1.02, 1].entries()) await record(day * halfHoursPerDay + at, part);
    }
    const firstHalfHour = halfHourOf((today - fineDays) * dayMs);
    for (let halfHour = firstHalfHour; halfHour < halfHourOf(now); halfHour++) {
      // The relay was off for six hours.
      if (halfHour > firstHalfHour + 2 * halfHoursPerDay && halfHour < firstHalfHour + 2.25 * halfHoursPerDay) continue;
      await record(halfHour);
    }
    await storage.write(({ history }) => history.rollUp(halfHourOf(now)));
    storage.close();
  };

/** An item's listings are counted where it has a price: some go in every third half hour, and others come at night. */
const countsAt = (prices: ReadonlyMap<string, number>, halfHour: number) =>
  new Map([...prices.keys()].map((name) => [name, 200 - 2 * Math.floor((halfHour % halfHoursPerDay) / 3)] as const));

const pricesAt = (names: readonly string[], lookup: PriceLookup, daysAgo: number, part: number) =>
  new Map(
    referenceMarkets.map((market) => [
      market,
      new Map(
        names.flatMap((name) => {
          const present = lookup(name)?.[partnerFields[market]] ?? 0;
          const price = Math.round(present * (priceMoves(daysAgo) ?? 0) * part);
          return price > 0 ? [[name, price] as const] : [];
        }),
      ),
    ]),
  );

export async function fetchPrices(url: string, key: string): Promise<PriceLookup> {
  const answer = await fetch(url + endpoints.partner, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  const rows = z.record(z.string(), z.custom<PartnerRow>(isPartnerRow)).parse(await answer.json());
  return (item) => (Object.hasOwn(rows, item) ? rows[item] : undefined);
}
