import type { Bytes } from '#protocol/bytes.ts';
import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

/** In a comment stand no two hyphens: one that never ends is not searched to the end again and again. */
const comment = /<!--(?:(?!--)[\s\S])*-->/g;
/** The bank's only element with data: one with the day, and within it one for each currency. */
const cube = /<(?:[\w.-]+:)?Cube\b([^<>]*)>/g;
const end = /<\/(?:[\w.-]+:)?Envelope>\s*$/;

function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return double ?? single;
}

/** Plain decimals: `Number` alone also accepts "0x1F" and "1e3". */
const decimal = /^\d{1,12}(?:\.\d{1,12})?$/;
/** What a bank writes for a currency of which it tells no rate on this day. */
const noRate = /^(?:|n\/?a|[-–—]|0+(?:\.0+)?)$/i;

/** Significant digits after the change of base; the source has five or six. */
const digits = 8;

/** From units for one euro to units for a dollar; a currency without a rate is left out. @throws TypeError */
export function parseEcbRates(xml: string): RatesBody {
  if (!end.test(xml)) throw new TypeError('the source is not the bank’s, or is cut short');
  const elements = Array.from(xml.replace(comment, '').matchAll(cube), ([, attributes = '']) => attributes);
  const [time, ...others] = elements.flatMap((element) => attributeOf(element, 'time') ?? []);
  if (others.length > 0) throw new TypeError('the source has several days');
  const cubes = elements.flatMap((element) => {
    const code = attributeOf(element, 'currency');
    return code === undefined ? [] : [[code, attributeOf(element, 'rate') ?? ''] as const];
  });
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

export const toRatesBytes = (xml: Bytes): Bytes =>
  new TextEncoder().encode(JSON.stringify(parseEcbRates(new TextDecoder('utf-8', { fatal: true }).decode(xml))));
