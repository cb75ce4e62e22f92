import * as z from 'zod/mini';
import { isMarketId, type MarketId, referenceMarkets } from '#core/markets.ts';

export const defaultRelayUrl = 'http://localhost:8787';

const marketId = z.custom<MarketId>((value) => typeof value === 'string' && isMarketId(value));
const referenceList = z.array(marketId).check(z.minLength(1), z.maxLength(13));

/**
 * All settings, and their only definition. Each field repairs itself: a missing or bad one takes its default
 * and leaves the others alone, so `parse` never throws on what was stored.
 */
const relay = z.object({
  /** As the user typed it; `relayAddress` judges it when it is used, so a typo never becomes another host. */
  url: z.catch(z.string().check(z.trim(), z.minLength(1), z.maxLength(2048)), defaultRelayUrl),
  token: z.catch(z.string().check(z.trim(), z.maxLength(512)), ''),
});

const freshness = z.object({
  /** Older than this a price turns grey and carries no verdict, in minutes. */
  staleMinutes: z.catch(z.number().check(z.gt(0), z.lte(10_080)), 90),
});

const currency = z.object({
  /** In which currency prices are shown: US dollars, the page's own, or `code`. */
  show: z.catch(z.enum(['usd', 'page', 'fixed']), 'usd'),
  code: z.catch(z.string().check(z.regex(/^[A-Z]{3}$/)), 'EUR'),
});

const isRate = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 1e9;

/** Entries that are no rates fall out alone. */
const ownRates = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((entries): Record<string, number> => {
    const good = Object.entries(entries).flatMap(([code, rate]) =>
      /^[A-Z]{3}$/.test(code) && isRate(rate) ? [[code, rate] as const] : [],
    );
    return Object.fromEntries(good);
  }),
);

const overlay = z.object({
  /** `hover`: drawn, but seen only while the pointer or the focus is on the card. */
  density: z.catch(z.enum(['normal', 'compact', 'hover']), 'normal'),
  /** How a difference is told. */
  difference: z.catch(z.enum(['percent', 'money', 'both']), 'percent'),
});

const isFee = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 100;

const feeTable = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((entries): Partial<Record<MarketId, number>> => {
    const good = Object.entries(entries).flatMap(([id, fee]) =>
      isMarketId(id) && isFee(fee) ? [[id, fee] as const] : [],
    );
    return Object.fromEntries(good);
  }),
);

const fees = z.object({
  /** Nothing is reckoned with fees before the user confirmed the table. */
  confirmed: z.catch(z.boolean(), false),
  /** What a seller pays, per cent, as typed by the user; a market that is not named has no fee that we know. */
  percent: z.catch(feeTable, () => ({})),
});

const deals = z.object({
  on: z.catch(z.boolean(), false),
  /** Which market's price counts. */
  reference: z.catch(z.enum(referenceMarkets), 'buff163'),
  /** At least so many per cent below it. */
  percentBelow: z.catch(z.number().check(z.gt(0), z.lt(100)), 10),
  /** The listing costs at least so much, USD cents. */
  minCents: z.catch(z.number().check(z.gte(0)), 100),
  /** 0 to 100; an item whose liquidity is not known passes only 0. */
  minLiquidity: z.catch(z.number().check(z.gte(0), z.lte(100)), 0),
});

const shape = {
  version: z.catch(z.literal(1), 1),
  relay: z.catch(relay, () => relay.parse({})),
  /** Site id → on or off; a site that is not named is on. */
  sites: z.catch(z.record(z.string(), z.catch(z.boolean(), true)), () => ({})),
  /** Which markets the overlay shows, in order. */
  markets: z.catch(referenceList, () => [...referenceMarkets]),
  freshness: z.catch(freshness, () => freshness.parse({})),
  currency: z.catch(currency, () => currency.parse({})),
  /** The user's own rates by ISO 4217 code: how much of it one US dollar buys. They go before the relay's. */
  rates: z.catch(ownRates, () => ({})),
  /** US dollars a coin of a site that counts in coins; nobody knows it but the user. */
  coinUsd: z.catch(z.nullable(z.custom<number>(isRate)), null),
  overlay: z.catch(overlay, () => overlay.parse({})),
  fees: z.catch(fees, () => fees.parse({})),
  deals: z.catch(deals, () => deals.parse({})),
  /** All overlays are hidden, by the shortcut. */
  hidden: z.catch(z.boolean(), false),
  theme: z.catch(z.enum(['auto', 'light', 'dark']), 'auto'),
};

const schema = z.catch(z.object(shape), () => z.object(shape).parse({}));

export type Settings = z.infer<typeof schema>;

/** Reads what storage holds, whatever it is. Never throws. */
export const parseSettings = (stored: unknown): Settings => schema.parse(stored);

/** Whether overlays are wanted on a site. */
export const isSiteOn = (settings: Pick<Settings, 'sites'>, id: string): boolean =>
  !Object.hasOwn(settings.sites, id) || settings.sites[id] !== false;

/** What is wrong with a relay address as typed; `undefined` when it can be used. */
export type AddressProblem = 'not-a-url' | 'scheme' | 'credentials';

/** Judges a relay address: http or https, no user name in it. */
export function relayAddress(typed: string): { base: URL } | { problem: AddressProblem } {
  const base = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!base) return { problem: 'not-a-url' };
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return { problem: 'scheme' };
  if (base.username || base.password) return { problem: 'credentials' };
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { base };
}
