import fc from 'fast-check';
import { Fault } from '#core/asks/fault.ts';
import { marketHosts, type marketIds } from '#core/prices/markets.ts';
import { packTable } from '#data/catalogue/pack-table.ts';
import { parseMarketPrices } from '#data/details/parse-market-prices.ts';
import { fetchFromRelay } from '#data/refresh/relay-client.ts';
import { parsePartnerPrices } from '#data/refresh/table-feed.ts';
import { endpoints } from '#protocol/price-api.ts';
import { inspectBody, isMalformed } from '#relay/feeds/body-thread.ts';
import { cutByPrice } from '#relay/feeds/price-cuts.ts';
import { everyName } from '../../core/every-name.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { foldCase } from '../reference/names.ts';
import { holds, same } from '../same.ts';

const names = everyName.filter((_, at) => at % 1709 === 0).slice(0, 21);
const byName = (entry: (at: number) => unknown) => Object.fromEntries(names.map((name, at) => [name, entry(at)]));
const updated_at = '2026-11-20T10:00:00.000Z';

const partnerRow = (at: number) => ({
  price_buff: at * 7 + 1,
  ...(at % 4 === 0 && { price_uu: at % 3 ? at * 7 + 2 : null, price_csfloat: at % 8 ? at * 7 + 3 : 0 }),
  ...(at % 4 === 0 && { liquidity: at * 2.5, is_inflated: at % 5 === 0 }),
});
/** Every seventh entry is complete; the others are short, for speed. */
const entry = (at: number, market: (typeof marketIds)[number]) => ({
  ...(market === 'csgoroll' ? { coins: at + 0.5 } : { price: at * 11 + 1 }),
  ...(at % 7 === 0 && {
    avg_7: at * 10.5,
    count: at,
    is_inflated: at % 2 === 0,
    updated_at,
    link: `https://${marketHosts[market][0]}/item/${at}?ref=x&id=${at}`,
  }),
});
const item = (at: number) => ({
  buff163: entry(at, 'buff163'),
  ...(at % 7 === 0 && { csgoroll: entry(at, 'csgoroll'), liquidity: 1 }),
});

const bodies = {
  partner: JSON.stringify(byName(partnerRow)),
  prices: JSON.stringify({ updated_at, markets: ['buff163', 'csgoroll'], items: byName(item) }),
  csgoroll: JSON.stringify({ updated_at, items: byName((at) => ({ coins: at + 0.25 })) }),
};
const shapes = ['partner', 'prices', 'csgoroll'] as const;
type Shape = (typeof shapes)[number];

const encode = (text: string) => new TextEncoder().encode(text);
const shape = fc.constantFrom(...shapes);

const broken = fc
  .tuple(shape, fc.option(edits(3)), fc.option(edits(2)))
  .map(([of, values, bytes]): readonly [Shape, Uint8Array<ArrayBuffer>] => [
    of,
    mutateBytes(encode(values ? jsonOf(mutateJson(bodies[of], values)) : bodies[of]), bytes ?? []),
  ]);

function read(bytes: Uint8Array): { readonly body: unknown } | undefined {
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** The result of a reader; `undefined` where it refuses the body as malformed. Any other error fails the claim. */
function unlessMalformed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    holds(isMalformed(error) || (error instanceof Fault && error.kind === 'malformed'), `${error}`);
    return undefined;
  }
}

/** A table has the prices that were parsed, except of names that differ in capitals alone. */
function checkPartner(body: unknown): void {
  const partner = unlessMalformed(() => parsePartnerPrices(body));
  if (!partner) return;
  const { table } = packTable(partner.rows);
  const similar = Map.groupBy(partner.rows.keys(), foldCase);
  for (const [name, { price_buff, price_uu, price_csfloat }] of partner.rows) {
    const prices = [price_buff, price_uu, price_csfloat].map((price) => price || undefined);
    for (const price of prices) holds(price === undefined || Number.isInteger(price), name);
    const found = table.find(name)?.row;
    if (found || similar.get(foldCase(name))?.length === 1)
      same([found?.buff163, found?.youpin, found?.csfloat], prices, name);
  }
}

function checkMarket(body: unknown, market: 'buff163' | 'csgoroll'): void {
  for (const [, { link }] of unlessMalformed(() => parseMarketPrices(body, market, Date.now()))?.details ?? []) {
    const { protocol, hostname, searchParams } = new URL(link ?? `https://${marketHosts[market][0]}`);
    const isOwn = marketHosts[market].some((host) => hostname === host || hostname.endsWith(`.${host}`));
    holds(protocol === 'https:' && isOwn && !searchParams.has('ref'), link);
  }
}

/** What the relay passes on is JSON, and a cut has some of its items, each as it is. */
function checkRelay([of, bytes]: readonly [Shape, Uint8Array<ArrayBuffer>], min: number, max: number): void {
  const summary = unlessMalformed(() => inspectBody(bytes, endpoints[of]));
  if (!summary) return;
  const given = read(bytes)?.body;
  holds(typeof given === 'object' && given !== null, 'the relay passes on an object');
  if (!summary.cuts) return;
  const cut = read(cutByPrice(bytes, summary.cuts, { min, max }))?.body;
  const [items, kept] = [given, cut].map((body) => Object(Object(body).items));
  for (const name of Object.keys(kept)) same(JSON.stringify(kept[name]), JSON.stringify(items[name]), name);
}

const relay = { base: new URL('http://127.0.0.1:8787/'), token: '' };

async function checkFetched(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const request = { relay, path: '/api/prices', now: () => 0, fetch: async () => new Response(bytes) };
  const answer = await fetchFromRelay(request)
    .then((fetched) => (fetched.changed ? fetched.body() : undefined))
    .catch((error: unknown) => error);
  const given = read(bytes);
  if (given) same(answer, given.body);
  else holds(answer instanceof Fault && ['malformed', 'undecodable'].includes(answer.kind), `${answer}`);
}

function wrapped(of: Shape, key: string): unknown {
  const body: Record<string, unknown> = JSON.parse(bodies[of]);
  return of === 'partner' ? { [key]: body } : { ...body, items: { [key]: body['items'] } };
}

const bound = fc.integer({ min: -1, max: 260 });

export const claims = (): readonly Claim[] => [
  claim(
    'the partner response is refused, or parsed into a table of the same prices',
    fc.property(broken, ([, bytes]) => checkPartner(read(bytes)?.body)),
    500,
  ),
  claim(
    'links of a market’s response are its own, over https and without a referral',
    fc.property(broken, fc.constantFrom('buff163', 'csgoroll'), ([, bytes], market) =>
      checkMarket(read(bytes)?.body, market),
    ),
  ),
  claim(
    'the relay passes on or cuts a body, or refuses it as malformed',
    fc.property(broken, bound, bound, checkRelay),
  ),
  claim(
    'a wrapped body is refused by the relay and by the extension',
    fc.property(shape, fc.oneof(fc.constantFrom('items', 'data', 'error'), fc.string()), (of, key) => {
      const body = wrapped(of, key);
      same(
        unlessMalformed<unknown>(() => inspectBody(encode(JSON.stringify(body)), endpoints[of])),
        undefined,
      );
      const parse =
        of === 'partner' ? () => parsePartnerPrices(body) : () => parseMarketPrices(body, 'buff163', Date.now());
      if (of !== 'csgoroll') same(unlessMalformed<unknown>(parse), undefined);
    }),
  ),
  claim(
    'the worker’s client refuses bytes that are no JSON with a fault, and parses all others',
    fc.asyncProperty(broken, ([, bytes]) => checkFetched(bytes)),
    100,
  ),
];
