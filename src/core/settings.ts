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

const shape = {
  version: z.catch(z.literal(1), 1),
  relay: z.catch(relay, () => relay.parse({})),
  /** Site id → on or off; a site that is not named is on. */
  sites: z.catch(z.record(z.string(), z.catch(z.boolean(), true)), () => ({})),
  /** Which markets the overlay shows, in order. */
  markets: z.catch(referenceList, () => [...referenceMarkets]),
  freshness: z.catch(freshness, () => freshness.parse({})),
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
