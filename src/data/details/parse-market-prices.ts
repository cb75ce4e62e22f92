import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { maxNameLength } from '#core/items/names.ts';
import { utcTime } from '#core/prices/age.ts';
import type { Detail } from '#core/prices/detail.ts';
import { type MarketId, marketHosts } from '#core/prices/markets.ts';
import { ownTime } from '#core/prices/offer.ts';
import { pricesBody } from '#protocol/price-api.ts';
import { areMostlyBad, checkItem, readEntry } from '#protocol/row-check.ts';

/** `/api/prices` (src/protocol/price-api.md). @throws Fault `malformed` for another envelope, no items, many bad rows */
export function parseMarketPrices(body: unknown, market: MarketId, now: number) {
  const items = isObject(body) ? body['items'] : undefined;
  // The items are looked at below: a schema would copy all of them.
  const statedAt = isObject(body) ? utcTime(pricesBody.safeParse({ ...body, items: {} }).data?.updated_at) : undefined;
  if (!isObject(items) || statedAt === undefined) throw new Fault('malformed', 'the answer is not of /api/prices');
  // A time in the future comes from a wrong clock: the prices would stay new until then.
  const updatedAt = Math.min(statedAt, now);
  const timeOf = (at: number | undefined) => at && ownTime(at, updatedAt, statedAt);
  const details = new Map<string, Detail>();
  const readLink = linkReader(market);
  let [good, bad] = [0, 0];
  const names = Object.keys(items);
  for (const name of names) {
    const entries = items[name];
    const verdict = name.length <= maxNameLength ? checkItem(entries, [market]) : 'bad';
    if (verdict === 'bad') bad++;
    if (verdict !== 'good') continue;
    good++;
    const detail = readDetail(entries, market, timeOf, readLink);
    if (detail) details.set(name, detail);
  }
  if (names.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (areMostlyBad({ rows: names.length, good, bad }))
    throw new Fault('malformed', `${bad} of ${names.length} entries do not fit`);
  return { updatedAt, details };
}

/** `undefined`: the market does not have the item. An item is good by its one asked entry, so that this fits. */
function readDetail(
  item: unknown,
  market: MarketId,
  timeOf: (at: number | undefined) => number | undefined,
  readLink: ReturnType<typeof linkReader>,
): Detail | undefined {
  const entry = isObject(item) ? item[market] : undefined;
  const detail = isObject(entry) ? readEntry(entry, market) : undefined;
  if (!isObject(entry) || !detail) return undefined;
  return { ...detail, updatedAt: timeOf(detail.updatedAt), link: readLink(entry['link']) };
}

/** Whether a parser of addresses leaves an address as it is. That of nearly each entry is so, and parsing it takes longest. */
const plainAddress = /^https:\/\/([a-z\d.-]+)\/[\w\-.~%!$&'()*+,;=:@/?#]*$/;
const isPlain = (link: string): boolean =>
  !link.includes('/.') && !/\/%2e/i.test(link) && !(link.includes("'") && link.includes('?'));

/** The end of an address that is a name or an id: no further part of it, and nothing that browsers respell. */
const plainEnd = /^(?!\.|%2e)[\w\-.~%!$()*+,;:@]*$/i;

/** Reads the links of one body as `marketLink`. Behind the last `/` or `=` nearly all have a name, and before it the same. */
export function linkReader(market: MarketId): (link: unknown) => string | undefined {
  let head: string | undefined;
  return (link) => {
    if (typeof link !== 'string') return undefined;
    if (head && link.startsWith(head) && link.length <= maxLinkLength && plainEnd.test(link.slice(head.length)))
      return link;
    const read = marketLink(link, market);
    head = read === undefined || read !== link ? undefined : /^.*[/=]/.exec(read)?.[0];
    return read;
  };
}

const maxLinkLength = 2048;

/** A link without referral tags; `undefined` unless it is https and on the market's own host. */
export function marketLink(link: string | null | undefined, market: MarketId): string | undefined {
  if (!link || link.length > maxLinkLength) return undefined;
  const [, plain] = plainAddress.exec(link) ?? [];
  if (plain && isPlain(link)) return isHostOf(market, plain) ? withoutReferralTags(link) : undefined;
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  return isHostOf(market, url.hostname) ? withoutReferralTags(url.href) : undefined;
}

const isHostOf = (market: MarketId, name: string): boolean =>
  marketHosts[market].some((host) => name === host || name.endsWith(`.${host}`)) && !name.includes('xn--');

/** Names of query parameters that pay somebody for the visit. */
const referralTags =
  /^(utm_\w+|ref|r?ref_?(code|id)|referr?(al|er)|aff|aff_?id|affiliate(_?id)?|partner(_?id)?|invite|promo(_?code)?|gclid|fbclid)$/i;

/** The name of a query parameter, decoded: `r%65f=us` is read as `ref` by the market. */
function nameOf(part: string): string {
  const [name = ''] = part.split('=', 1);
  return /^[\w-]*$/.test(name) ? name : (new URLSearchParams(part).keys().next().value ?? '');
}

/** Edits the text of the address, so that the rest of it keeps its spelling. */
export function withoutReferralTags(link: string): string {
  if (!link.includes('?')) return link;
  const [, place, query, fragment = ''] = /^([^?#]*)\?([^#]*)(.*)$/.exec(link) ?? [];
  if (query === undefined) return link;
  const kept = query.split('&').filter((part) => !referralTags.test(nameOf(part)));
  return `${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}
