import { type MarketId, marketIds, markets } from '#core/markets.ts';

/** The bodies of src/protocol/price-api.md, checked field by field without the program's schemas. */

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property. */
const own = (of: Fields, key: string): unknown => (Object.hasOwn(of, key) ? of[key] : undefined);

const isNothing = (value: unknown): boolean => value === undefined || value === null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCents = (value: unknown): value is number =>
  isNumber(value) && Math.floor(value) === value && value >= 0 && value <= 4_294_967_294;
const orNothing = (value: unknown, is: (value: unknown) => boolean): boolean => isNothing(value) || is(value);
const isFlag = (value: unknown): boolean => value === true || value === false;
const isText = (value: unknown): value is string => typeof value === 'string';

const columns = { buff163: 'price_buff', youpin: 'price_uu', csfloat: 'price_csfloat' } as const;

/** A liquidity in hundredths, of which a table stores 32,767. */
function storable(liquidity: unknown): number | undefined {
  const steps = isNumber(liquidity) ? Math.round(liquidity * 100) : -1;
  if (steps === 0) return 0;
  return steps > 0 && steps <= 32_766 ? steps / 100 : undefined;
}

/** The quote of a row; `undefined` for an invalid row. */
function quoteOf(row: unknown): Fields | undefined {
  if (!isFields(row)) return undefined;
  const prices = Object.entries(columns).map(([market, column]) => [market, own(row, column)] as const);
  const [liquidity, inflated] = [own(row, 'liquidity'), own(row, 'is_inflated')];
  const fits = prices.every(([, value]) => orNothing(value, isCents));
  const isKnown = [liquidity, inflated, ...prices.map(([, value]) => value)].some((value) => value !== undefined);
  if (!isKnown || !fits || !orNothing(liquidity, isNumber) || !orNothing(inflated, isFlag)) return undefined;
  const known = prices.map(([market, value]) => [market, isNothing(value) || value === 0 ? undefined : value] as const);
  return { ...Object.fromEntries(known), liquidity: storable(liquidity), inflated: inflated === true };
}

const nameFits = (name: string): boolean => name.length > 0 && name.length <= 200;

/** The quotes of `/api/get-partner-prices` by name; `undefined` when the body must be refused. */
export function partnerSlowly(body: unknown): ReadonlyMap<string, Fields> | undefined {
  if (!isFields(body)) return undefined;
  const names = Object.keys(body);
  const rows = new Map<string, Fields>();
  for (const name of names) {
    const quote = nameFits(name) ? quoteOf(own(body, name)) : undefined;
    if (quote) rows.set(name, quote);
  }
  const bad = names.length - rows.size;
  return rows.size > 0 && bad * 20 <= names.length ? rows : undefined;
}

const positive = (value: unknown): number | undefined => (isNumber(value) && value > 0 ? value : undefined);

const isCoins = (value: unknown): boolean => isNumber(value) && value >= 0;

const isEntry = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  ['avg_7', 'avg_30', 'count'].every((key) => orNothing(own(entry, key), isNumber)) &&
  ['updated_at', 'link'].every((key) => orNothing(own(entry, key), isText)) &&
  orNothing(own(entry, 'price'), isCents) &&
  orNothing(own(entry, 'coins'), isCoins) &&
  orNothing(own(entry, 'is_inflated'), isFlag);

/** The verdict on one member of an item. */
function verdictOnMember(id: string, entry: unknown): 'good' | 'empty' | 'bad' | 'unknown' {
  if (id === 'liquidity') return orNothing(entry, isNumber) ? 'empty' : 'bad';
  const isPriced = isFields(entry) && ['price', 'coins'].some((key) => own(entry, key) !== undefined);
  if (!marketIds.some((known) => known === id)) return isPriced && isEntry(entry) ? 'good' : 'unknown';
  if (entry !== null && !isEntry(entry)) return 'bad';
  return isPriced ? 'good' : 'empty';
}

/** The verdict on an item of `/api/prices`. */
function verdictOn(item: unknown): 'good' | 'empty' | 'bad' {
  if (!isFields(item)) return 'bad';
  const all = Object.entries(item).map(([id, entry]) => verdictOnMember(id, entry));
  const count = (verdict: string) => all.filter((one) => one === verdict).length;
  if (all.length > 0 && count('unknown') === all.length) return 'bad';
  if (count('bad') > 0 && count('bad') >= count('good')) return 'bad';
  return count('good') > 0 ? 'good' : 'empty';
}

/** One market's details of an item; `undefined` for none, `bad` for an invalid entry. */
function detailOf(item: unknown, market: MarketId): Fields | 'bad' | undefined {
  const entry = isFields(item) ? own(item, market) : undefined;
  if (isNothing(entry)) return undefined;
  if (!isEntry(entry)) return 'bad';
  const get = (key: string) => own(entry, key);
  const asked = positive(get(markets[market].unit === 'coins' ? 'coins' : 'price'));
  if (asked === undefined) return undefined;
  return {
    price: asked,
    avg7: positive(get('avg_7')),
    avg30: positive(get('avg_30')),
    count: positive(get('count')),
    inflated: get('is_inflated') === true,
    updatedAt: positive(Date.parse(String(get('updated_at')))),
  };
}

/** The details of `/api/prices` by name; `undefined` when the body must be refused. */
export function marketSlowly(body: unknown, market: MarketId): ReadonlyMap<string, Fields> | undefined {
  if (!isFields(body)) return undefined;
  const [updatedAt, named, items] = [own(body, 'updated_at'), own(body, 'markets'), own(body, 'items')];
  const isEnvelope = isText(updatedAt) && Number.isFinite(Date.parse(updatedAt)) && Array.isArray(named);
  if (!isEnvelope || !isFields(items) || !named.every((id) => marketIds.some((known) => known === id)))
    return undefined;
  // zod ignores this key.
  const names = Object.keys(items).filter((name) => name !== '__proto__');
  const read = names.map((name) => {
    const verdict = name.length <= 200 ? verdictOn(own(items, name)) : 'bad';
    return [name, verdict === 'bad' ? 'bad' : detailOf(own(items, name), market), verdict] as const;
  });
  const bad = read.filter(([, detail]) => detail === 'bad').length;
  const good = read.filter(([, detail, verdict]) => detail !== 'bad' && verdict === 'good').length;
  if (good === 0 || bad * 20 > names.length) return undefined;
  return new Map(read.flatMap(([name, detail]) => (isFields(detail) ? [[name, detail] as const] : [])));
}

/** Objects and lists within each other. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((most: number, one) => Math.max(most, depthOf(one)), 0)
    : 0;

const verdicts = {
  partner: (row: unknown) => (quoteOf(row) ? 'good' : 'bad'),
  prices: verdictOn,
  csgoroll: (row: unknown) =>
    isFields(row) && own(row, 'coins') !== undefined && orNothing(own(row, 'coins'), isCoins) ? 'good' : 'bad',
};

/** Whether the relay passes a body on: an envelope, at most 16 levels, and hardly any bad rows. */
export function passesSlowly(body: unknown, shape: 'prices' | 'partner' | 'csgoroll'): boolean {
  const items = shape === 'partner' ? body : isFields(body) ? own(body, 'items') : undefined;
  if (!isFields(items) || depthOf(body) > 16) return false;
  const all = Object.values(items).map((row) => verdicts[shape](row));
  const bad = all.filter((verdict) => verdict === 'bad').length;
  if (all.length > 0 && (!all.includes('good') || bad * 20 > all.length)) return false;
  if (shape === 'partner' || !isFields(body)) return shape === 'partner';
  const named = own(body, 'markets');
  const naming = shape === 'csgoroll' || (Array.isArray(named) && named.every(isText));
  return isText(own(body, 'updated_at')) && naming;
}

/** The names whose cheapest price, or price in coins, is within the bounds. */
export function withinSlowly(items: Fields, shape: string, min: number, max: number): string[] {
  const amount = (entry: unknown, key: string) => (isFields(entry) ? positive(own(entry, key)) : undefined);
  return Object.keys(items).filter((name) => {
    const entry = own(items, name);
    const prices = isFields(entry) ? Object.values(entry).flatMap((one) => amount(one, 'price') ?? []) : [];
    const cheapest = shape === 'csgoroll' ? amount(entry, 'coins') : prices.toSorted((one, other) => one - other)[0];
    return cheapest !== undefined && cheapest >= min && cheapest <= max;
  });
}
