import fc from 'fast-check';
import { Fault } from '#core/fault.ts';
import { marketHosts, type marketIds } from '#core/markets.ts';
import { packTable } from '#data/catalogue/pack-table.ts';
import { type MarketPrices, parseMarketPrices } from '#data/details/parse-market-prices.ts';
import { type ParsedPartnerPrices, parsePartnerPrices } from '#data/refresh/parse-partner-prices.ts';
import { fetchFromRelay } from '#data/refresh/relay-client.ts';
import { filterByPrice, inspectBody, isMalformed } from '#relay/feeds/body.ts';
import { quotesOf } from '../../data/row-buffer-of.ts';
import { type Claim, claim } from '../claim.ts';
import { type Edit, edits, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { foldCase } from '../reference/names.ts';
import { isFields, marketSlowly, partnerSlowly, passesSlowly, withinSlowly } from '../reference/price-bodies.ts';
import { holds, same } from '../same.ts';
import { bodies, names, type Shape, shapes } from '../sample-bodies.ts';

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
  const { table } = packTable(rows);
  const similar = Map.groupBy(rows.names, foldedCase);
  for (const [name, { buff163, youpin, csfloat }] of quotesOf(rows)) {
    const found = table.find(name)?.quote;
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
    checkLink(link, marketHosts[market]);
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
  const answer = await fetchFromRelay(request)
    .then((answer) => (answer.changed ? { ...answer, body: answer.body() } : answer))
    .catch((error: unknown) => error);
  const given = read(bytes);
  if (given && answer instanceof Fault) throw answer;
  if (given)
    same(answer, {
      sample: false,
      relayName: undefined,
      changed: true,
      body: given.body,
      etag: undefined,
      asOf: 0,
    });
  else holds(answer instanceof Fault && ['malformed', 'undecodable'].includes(answer.kind), `${answer}`);
}

/** A body whose rows are one level deeper than they should be. */
const wrapped = (shape: Shape, key: string): unknown => {
  const body: Record<string, unknown> = JSON.parse(bodies[shape]);
  return shape === 'partner' ? { [key]: body } : { ...body, items: { [key]: body['items'] } };
};

function checkWrapped(shape: Shape, key: string): void {
  const body = wrapped(shape, key);
  refuses(JSON.stringify(body), shape);
  if (shape === 'partner')
    same(
      unlessMalformed(() => parsePartnerPrices(body)),
      undefined,
    );
  if (shape === 'prices')
    same(
      unlessMalformed(() => parseMarketPrices(body, 'buff163')),
      undefined,
    );
}

/** The relay refuses a body as malformed. */
function refuses(text: string, shape: Shape): void {
  let refusal: unknown;
  try {
    inspectBody(encode(text), shape);
  } catch (error) {
    refusal = error;
  }
  holds(isMalformed(refusal), `${refusal}`);
}

/** Opening and closing parts of a level. */
const levels = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[[],', ',{}]'],
  ['{"a":{},"]":"[","b":', ',"c":[]}'],
] as const;

function checkBomb(shape: Shape, [open, close]: (typeof levels)[number], depth: number, isCut: boolean): void {
  const nested = open.repeat(depth) + (isCut ? '' : `1${close.repeat(depth)}`);
  refuses(nested, shape);
  refuses(`${bodies[shape].slice(0, -1)},"new":${nested}}`, shape);
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
    'a wrapped body is refused by the relay and by the extension',
    fc.property(
      fc.constantFrom(...shapes),
      fc.oneof(fc.constantFrom('items', 'data', 'error'), fc.string()),
      (shape, key) => checkWrapped(shape, key),
    ),
  ),
  claim(
    'the relay refuses nesting beyond its bound, closed or not',
    fc.property(
      fc.constantFrom(...shapes),
      fc.constantFrom(...levels),
      fc.integer({ min: 17, max: 5000 }),
      fc.boolean(),
      (shape, level, depth, isCut) => checkBomb(shape, level, depth, isCut),
    ),
    600,
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
