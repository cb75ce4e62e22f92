import type { Detail } from '#core/detail.ts';
import { Fault } from '#core/fault.ts';
import { type MarketId, markets } from '#core/markets.ts';
import { maxNameLength } from '#core/names.ts';
import { plainLink } from '#prices/plain-link.ts';
import { marketEntry, pricesBody } from '#protocol/price-api.ts';

export interface MarketAnswer {
  /** The time of the data, ms since the epoch. */
  readonly updatedAt: number;
  readonly details: ReadonlyMap<string, Detail>;
  /** Entries that did not fit and were left out. */
  readonly bad: number;
}

const tolerated = 0.05;

/**
 * Reads an answer of `/api/prices` for one market (src/protocol/price-api.md), item by item.
 * @throws Fault `malformed` for another envelope or market, no items, or over 5 % bad entries.
 */
export function parseMarket(body: unknown, market: MarketId): MarketAnswer {
  const envelope = pricesBody.safeParse(body);
  const updatedAt = Date.parse(envelope.data?.updated_at ?? '');
  if (!envelope.success || !Number.isFinite(updatedAt))
    throw new Fault('malformed', 'the answer is not of /api/prices');
  const details = new Map<string, Detail>();
  let bad = 0;
  const items = Object.entries(envelope.data.items);
  for (const [name, entries] of items) {
    const detail = name.length <= maxNameLength ? readDetail(entries, market) : 'bad';
    if (detail === 'bad') bad++;
    else if (detail) details.set(name, detail);
  }
  if (items.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (bad > items.length * tolerated) throw new Fault('malformed', `${bad} of ${items.length} entries do not fit`);
  return { updatedAt, details, bad };
}

/** `undefined`: the market does not have the item. */
function readDetail(entries: unknown, market: MarketId): Detail | 'bad' | undefined {
  if (typeof entries !== 'object' || entries === null) return 'bad';
  const own = Object.entries(entries).find(([id]) => id === market)?.[1];
  if (own === undefined || own === null) return undefined;
  const parsed = marketEntry.safeParse(own);
  if (!parsed.success) return 'bad';
  const entry = parsed.data;
  const price = markets[market].unit === 'coins' ? entry.coins : entry.price;
  if (!price) return undefined;
  return {
    price,
    avg7: positive(entry.avg_7),
    avg30: positive(entry.avg_30),
    count: positive(entry.count),
    inflated: entry.is_inflated ?? false,
    updatedAt: positive(Date.parse(entry.updated_at ?? '')),
    link: ownLink(entry.link, market),
  };
}

const positive = (value: number | null | undefined): number | undefined =>
  value && Number.isFinite(value) && value > 0 ? value : undefined;

/** A link is kept only if it is https and leads to the market itself; without referral tags. */
export function ownLink(link: string | null | undefined, market: MarketId): string | undefined {
  const url = link && link.length <= 2048 && URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  const { hosts } = markets[market];
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
    ? plainLink(url.href)
    : undefined;
}
