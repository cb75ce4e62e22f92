import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

/** The bank's file of the last working day, and that of ninety days. */
export const ecbDaily = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
export const ecbPast = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';

/** In a comment stand no two hyphens: one that never ends is not searched to the end again and again. */
const comment = /<!--(?:(?!--)[\s\S])*-->/g;
/** The bank's only element with data: one with the day, and within it one for each currency. */
const cube = /<(?:[\w.-]+:)?Cube\b([^<>]*)>/g;
/** Where a day begins. */
const day = /(?=<(?:[\w.-]+:)?Cube\b[^<>]*\stime\s*=)/;
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

/** The rates of each day of a file, in its order. @throws TypeError for the whole of it, also for more days */
export function parseEcbRates(xml: string, most = 1): readonly RatesBody[] {
  if (!end.test(xml)) throw new TypeError('the source is not the bank’s, or is cut short');
  const [, ...parts] = xml.replace(comment, '').split(day);
  if (parts.length === 0 || parts.length > most) throw new TypeError('the source has no day, or too many');
  return parts.map(toRates);
}

/** From units for one euro to units for a dollar; a currency without a rate is left out. */
function toRates(part: string): RatesBody {
  const elements = Array.from(part.matchAll(cube), ([, attributes = '']) => attributes);
  const [date] = elements.flatMap((element) => attributeOf(element, 'time') ?? []);
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
  const body: unknown = { base: 'USD', date, rates: Object.fromEntries(rates) };
  if (!isRatesBody(body)) throw new TypeError('the source names no day');
  return body;
}
