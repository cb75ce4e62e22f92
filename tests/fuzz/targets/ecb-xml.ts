import fc from 'fast-check';
import { parseEcbRates } from '#relay/feeds/ecb-rates.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, mutateBytes } from '../mutations.ts';
import { holds, same } from '../same.ts';

const codes = ['USD', 'JPY', 'GBP', 'CNY', 'BRL', 'SEK'];
/** Any two of them are in a ratio that currencies can have. */
const number = fc
  .tuple(fc.integer({ min: 1, max: 900 }), fc.nat(99_999), fc.nat(5))
  .map(([whole, part, digits]) => `${whole}.${String(part).padStart(5, '0').slice(0, Math.max(1, digits))}`)
  .filter((text) => /[1-9]/.test(text));
const rates = fc.tuple(fc.subarray(codes.slice(1), { minLength: 1 }), fc.array(number, { minLength: 6, maxLength: 6 }));

const styles = fc.record({
  quote: fc.constantFrom("'", '"'),
  space: fc.constantFrom('', '\n\t', '  ', '\t<!-- <Cube currency="USD" rate="9"/> -->'),
  rateFirst: fc.boolean(),
  closing: fc.constantFrom('/>', ' />', '></Cube>'),
  prefix: fc.constantFrom('', 'x:'),
});

type Style = typeof styles extends fc.Arbitrary<infer S> ? S : never;
type Rows = readonly (readonly [code: string, rate: string])[];

function write(date: string, rows: Rows, { quote, space, rateFirst, closing, prefix }: Style): string {
  const attribute = (name: string, value: string) => ` ${name}=${quote}${value}${quote}`;
  const cube = `${prefix}Cube`;
  const cubes = rows.map(([code, rate]) => {
    const both = [attribute('currency', code), attribute('rate', rate)];
    return `${space}<${cube}${(rateFirst ? both.toReversed() : both).join('')}${closing.replace('Cube', cube)}`;
  });
  const inner = `<${cube}>${space}<${cube}${attribute('time', date)}>${cubes.join('')}${space}</${cube}></${cube}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gesmes:Envelope xmlns:gesmes="a" xmlns="b">
<gesmes:subject>Reference rates</gesmes:subject>${inner}</gesmes:Envelope>`;
}

const daily = write(
  '2026-11-20',
  [
    ['USD', '1.2500'],
    ['JPY', '172.5'],
    ['GBP', '0.8750'],
  ],
  { quote: "'", space: '\n\t', rateFirst: false, closing: '/>', prefix: '' },
);
const corpus = new TextEncoder().encode(daily);

/** A file is refused, or all its rates are positive numbers of a currency. */
function check(xml: string): void {
  try {
    const [told] = parseEcbRates(xml);
    holds(told?.base === 'USD' && /^\d{4}-\d\d-\d\d$/.test(told.date), told);
    for (const [code, rate] of Object.entries(told?.rates ?? {}))
      holds(/^[A-Z]{3}$/.test(code) && Number.isFinite(rate) && rate > 0, [code, rate]);
  } catch (error) {
    holds(error instanceof Error && !(error instanceof RangeError), `${error}`);
  }
}

const isNear = (rate: number, ratio: number): boolean => rate > 0 && Math.abs(rate / ratio - 1) < 1e-7;

export const claims = (): readonly Claim[] => [
  claim(
    'any spelling of a file gives its rates in dollars',
    fc.property(rates, styles, fc.integer({ min: 1, max: 28 }), ([some, numbers], style, day) => {
      const rows: Rows = ['USD', ...some].map((code, at) => [code, numbers[at] ?? '1.0']);
      const date = `2026-11-${String(day).padStart(2, '0')}`;
      const xml = write(date, rows, style);
      const [dollars = 0, ...others] = rows.map(([, text]) => Number(text));
      const [read = { date: '', rates: {} as Record<string, number> }] = parseEcbRates(xml);
      same([read.date, Object.keys(read.rates).sort()], [date, ['EUR', ...some].sort()], xml);
      holds(isNear(read.rates['EUR'] ?? 0, 1 / dollars), xml);
      for (const [at, code] of some.entries()) holds(isNear(read.rates[code] ?? 0, (others[at] ?? 0) / dollars), xml);
    }),
    100,
  ),
  claim(
    'a file with edited bytes is refused, or its rates are positive numbers of a currency',
    fc.property(edits(3), (changes) => check(new TextDecoder().decode(mutateBytes(corpus, changes)))),
    250,
  ),
];
