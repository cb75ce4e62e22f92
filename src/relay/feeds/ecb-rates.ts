import type { Bytes } from '#protocol/bytes.ts';
import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

/** A comment, a processing instruction, a tag with its attributes, or text: anything else, such as an entity, is refused. */
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Plain decimals: `Number` alone also accepts "0x1F" and "1e3". */
const decimal = /^\d{1,12}(?:\.\d{1,12})?$/;
/** What a bank writes for a currency of which it tells no rate on this day. */
const noRate = /^(?:|n\/?a|[-–—]|0+(?:\.0+)?)$/i;

type Attributes = ReadonlyMap<string, string>;

function attributesOf(text: string): Attributes {
  const found = [...text.matchAll(attribute)].map(
    ([, name = '', double, single]) => [name, double ?? single ?? ''] as const,
  );
  const all = new Map(found);
  if (all.size < found.length) throw new TypeError('the source has an attribute twice');
  return all;
}

/** The attributes of the elements at a path of local names. @throws TypeError for a text that is not such XML */
function elementsAt(xml: string, path: string): readonly Attributes[] {
  const open: string[] = [];
  const found: Attributes[] = [];
  const depth = path.split('/').length;
  let isDone = false;
  for (let at = 0; at < xml.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [whole, end, name, attributes = '', single] = token.exec(xml) ?? [];
    if (whole === undefined) throw new TypeError('the source is no XML');
    if (name === undefined) continue;
    if (isDone || (end && open.pop() !== name)) throw new TypeError('the source is no XML');
    if (!end) open.push(name);
    if (!end && open.length === depth && open.join('/') === path) found.push(attributesOf(attributes));
    if (single && !end) open.pop();
    isDone = open.length === 0;
  }
  if (!isDone) throw new TypeError('the source is cut short');
  return found;
}

/** Significant digits after the change of base; the source has five or six. */
const digits = 8;

/**
 * Parses the European Central Bank's daily XML, units of each currency for one euro, and converts its rates to US dollars. A
 * currency without a rate is left out.
 * @throws TypeError for any other text, without the dollar, or with a currency twice
 */
export function parseEcbRates(xml: string): RatesBody {
  const [{ time } = {}, ...others] = elementsAt(xml, 'Envelope/Cube/Cube').map((cube) => ({ time: cube.get('time') }));
  if (others.length > 0) throw new TypeError('the source has several days');
  const cubes = elementsAt(xml, 'Envelope/Cube/Cube/Cube').map(
    (cube) => [cube.get('currency') ?? '', cube.get('rate') ?? ''] as const,
  );
  const told = cubes.filter(([, rate]) => !noRate.test(rate));
  if (!told.every(([code, rate]) => /^[A-Z]{3}$/.test(code) && decimal.test(rate)))
    throw new TypeError('the source has a rate that is none');
  if (new Set(cubes.map(([code]) => code)).size < cubes.length)
    throw new TypeError('the source names a currency twice');
  if (told.length < 2) throw new TypeError('the source has no rates');
  const perEuro = new Map(told.map(([code, rate]) => [code, Number(rate)]));
  const dollars = perEuro.get('USD');
  if (dollars === undefined) throw new TypeError('the source does not name the US dollar');
  perEuro.set('EUR', 1).delete('USD');
  const rates = [...perEuro].sort().map(([currency, rate]) => [currency, Number((rate / dollars).toPrecision(digits))]);
  const body: unknown = { base: 'USD', date: time, rates: Object.fromEntries(rates) };
  if (!isRatesBody(body)) throw new TypeError('the source names no day');
  return body;
}

/** The XML as the body of `/api/rates`; throws as `parseEcbRates` does. */
export const toRatesBytes = (xml: Bytes): Bytes =>
  new TextEncoder().encode(JSON.stringify(parseEcbRates(new TextDecoder('utf-8', { fatal: true }).decode(xml))));
