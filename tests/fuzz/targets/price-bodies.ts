import fc from 'fast-check';
import { Fault } from '#core/fault.ts';
import { type marketIds, markets } from '#core/markets.ts';
import { type MarketPrices, parseMarketPrices } from '#prices/details/parse-market-prices.ts';
import { type ParsedPartnerPrices, parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import { fetchFromRelay } from '#prices/refresh/relay-client.ts';
import { openTable } from '#prices/table/read-table.ts';
import { packTable } from '#prices/table/write-table.ts';
import { filterByPrice, inspectBody, isMalformed } from '#relay/upstream/body.ts';
import { everyName } from '../../core/every-name.ts';
import { quotesOf } from '../../prices/row-buffer-of.ts';
import { type Claim, claim } from '../claim.ts';
import { type Edit, edits, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { foldCase } from '../reference/names.ts';
import { isFields, marketSlowly, partnerSlowly, passesSlowly, withinSlowly } from '../reference/price-bodies.ts';
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
    link: `https://${markets[market].hosts[0]}/item/${at}?ref=x&id=${at}`,
  }),
});
const item = (at: number) => ({
  buff163: entry(at, 'buff163'),
  ...(at % 7 === 0 && { csgoroll: entry(at, 'csgoroll'), liquidity: 1 }),
});

/** A valid body of each endpoint. */
const bodies = {
  partner: JSON.stringify(byName(partnerRow)),
  prices: JSON.stringify({ updated_at, markets: ['buff163', 'csgoroll'], items: byName(item) }),
  csgoroll: JSON.stringify({ updated_at, items: byName((at) => ({ coins: at + 0.25 })) }),
};
const shapes = ['partner', 'prices', 'csgoroll'] as const;
type Shape = (typeof shapes)[number];

const encode = (text: string) => new TextEncoder().encode(text);
const corpus = { partner: encode(bodies.partner), prices: encode(bodies.prices), csgoroll: encode(bodies.csgoroll) };

/** Changes to a body's values, bytes or both. */
const broken = fc.record({ values: fc.option(edits(3)), bytes: fc.option(edits(2)) });
type Broken = typeof broken extends fc.Arbitrary<infer B> ? B : never;

function breakBody(shape: Shape, { values, bytes }: Broken): Uint8Array<ArrayBuffer> {
  const whole = values ? encode(jsonOf(mutateJson(bodies[shape], values))) : corpus[shape];
  return mutateBytes(whole, bytes ?? []);
}

/** The value of JSON in UTF-8; `undefined` for anything else. */
function read(given: Uint8Array | string): { readonly body: unknown } | undefined {
  try {
    const text = typeof given === 'string' ? given : new TextDecoder('utf-8', { fatal: true }).decode(given);
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The result of a parser; `undefined` for a `malformed` body. Any other error fails the claim. */
function unlessMalformed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    holds(error instanceof Fault && error.kind === 'malformed', `${error}`);
    return undefined;
  }
}

function checkPartner(body: unknown): void {
  const partner = unlessMalformed((): ParsedPartnerPrices => parsePartnerPrices(body));
  const expected = partnerSlowly(body);
  same(partner && Object.fromEntries(quotesOf(partner.rows)), expected && Object.fromEntries(expected));
  if (partner) checkTable(partner);
}

const folded = new Map(names.map((name) => [name, foldCase(name)]));
const foldedCase = (name: string): string => folded.get(name) ?? foldCase(name);

/** A packed table returns the parsed prices, except for ambiguous names and rows without a price. */
function checkTable({ rows }: ParsedPartnerPrices): void {
  const table = openTable(packTable(rows).buffer);
  const similar = Map.groupBy(rows.names, foldedCase);
  for (const [name, { buff163, youpin, csfloat }] of quotesOf(rows)) {
    const found = table.find(name);
    const isUnique = similar.get(foldedCase(name))?.length === 1;
    if (found || isUnique) same([found?.buff163, found?.youpin, found?.csfloat], [buff163, youpin, csfloat], name);
  }
}

function checkLink(link: string | undefined, of: readonly string[]): void {
  const { protocol, hostname } = new URL(link ?? `https://${of[0]}`);
  const isOwn = of.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  holds(protocol === 'https:' && isOwn && !/[?&]ref=/.test(link ?? ''), link);
}

function checkMarket(body: unknown, market: (typeof marketIds)[number]): void {
  const answer = unlessMalformed((): MarketPrices => parseMarketPrices(body, market));
  const expected = marketSlowly(body, market);
  const details = [...(answer?.details ?? [])].map(([name, { link, ...detail }]) => {
    checkLink(link, markets[market].hosts);
    return [name, detail];
  });
  same(answer && Object.fromEntries(details), expected && Object.fromEntries(expected));
}

function checkRelay(bytes: Uint8Array<ArrayBuffer>, shape: Shape, [min, max]: readonly [number, number]): void {
  const given = read(bytes);
  const passes = given !== undefined && passesSlowly(given.body, shape);
  try {
    inspectBody(bytes, shape);
    holds(passes, 'the relay passes it on');
  } catch (error) {
    holds(isMalformed(error), `${error}`);
    holds(!passes, 'the relay refuses it');
  }
  if (!passes || shape === 'partner' || !isFields(given.body)) return;
  const { items, ...envelope } = given.body;
  const cut = read(filterByPrice(bytes, shape, { min, max }))?.body;
  holds(isFields(cut) && isFields(items), 'the cut is a body');
  if (!isFields(cut) || !isFields(items)) return;
  const kept = Object.fromEntries(withinSlowly(items, shape, min, max).map((name) => [name, items[name]]));
  same(JSON.stringify(cut['items']), JSON.stringify(kept));
  for (const [key, value] of Object.entries(envelope))
    if (key !== '__proto__') same(JSON.stringify(cut[key]), JSON.stringify(value), key);
}

const relay = { base: new URL('http://127.0.0.1:8787/'), token: '' };

async function checkFetched(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const request = { relay, path: '/api/prices', now: () => 0, fetch: async () => new Response(bytes) };
  const answer = await fetchFromRelay(request).catch((error: unknown) => error);
  const given = read(bytes);
  if (given && answer instanceof Fault) throw answer;
  if (given) same(answer, { changed: true, body: given.body, etag: undefined, asOf: 0 });
  else holds(answer instanceof Fault && ['malformed', 'undecodable'].includes(answer.kind), `${answer}`);
}

const changes: fc.Arbitrary<readonly Edit[]> = edits(3);
const bound = fc.tuple(fc.integer({ min: -1, max: 260 }), fc.integer({ min: -1, max: 260 }));

export const claims = (): readonly Claim[] => [
  claim(
    'the partner response is parsed row by row into a table of the same prices',
    fc.property(changes, (values) => {
      const given = read(jsonOf(mutateJson(bodies.partner, values)));
      if (given) checkPartner(given.body);
    }),
  ),
  claim(
    'a response of one market is parsed item by item',
    fc.property(changes, fc.constantFrom('buff163' as const, 'csgoroll' as const), (values, market) => {
      const given = read(jsonOf(mutateJson(bodies.prices, values)));
      if (given) checkMarket(given.body, market);
    }),
  ),
  claim(
    'the relay passes on valid envelopes only, and filters them by the cheapest price',
    fc.property(broken, fc.constantFrom(...shapes), bound, (how, shape, bounds) =>
      checkRelay(breakBody(shape, how), shape, bounds),
    ),
  ),
  claim(
    'changed bytes are refused or parsed as they are',
    fc.property(edits(3), (how) => {
      const given = read(mutateBytes(corpus.partner, how));
      if (given) checkPartner(given.body);
    }),
  ),
  claim(
    'the worker’s client refuses bytes that are no JSON with a fault, and parses all others',
    fc.asyncProperty(broken, fc.constantFrom(...shapes), (how, shape) => checkFetched(breakBody(shape, how))),
    600,
  ),
];
