import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

/** Plain decimals: `Number` alone also accepts "0x1F" and "1e3". */
const rate = z.pipe(
  z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,12})?$/)),
  z.pipe(z.transform(Number), z.number().check(z.gt(0))),
);
const cube = z.object({ currency: z.string().check(z.regex(/^[A-Z]{3}$/)), rate });

/** The daily reference rates of the European Central Bank: units of each currency for one euro. */
const daily = z.object({
  Envelope: z.object({ Cube: z.object({ Cube: z.object({ time: z.string(), Cube: z.array(cube) }) }) }),
});

/** Significant digits after the change of base; the source has five or six. */
const digits = 8;

/**
 * Parses the ECB's daily XML and converts its rates to US dollars.
 * @throws Error or ZodError for any other text, without the dollar, or with a currency twice
 */
export function parseEcbRates(xml: string): RatesBody {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
  });
  const { time, Cube } = daily.parse(parser.parse(xml, true)).Envelope.Cube.Cube;
  const perEuro = new Map(Cube.map(({ currency, rate }) => [currency, rate]));
  if (perEuro.size < Cube.length) throw new TypeError('the source names a currency twice');
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
