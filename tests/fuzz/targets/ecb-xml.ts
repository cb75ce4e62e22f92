import fc from 'fast-check';
import { parseEcbRates } from '#relay/feeds/ecb-rates.ts';
import { type Claim, claim } from '../claim.ts';
import { type Edit, edits, mutateBytes } from '../mutations.ts';
import { referenceEcbRates } from '../reference/ecb-xml.ts';
import { holds, same } from '../same.ts';

const codes = ['USD', 'JPY', 'GBP', 'CNY', 'BRL', 'SEK'];
const number = fc
  .tuple(fc.nat(20_000), fc.nat(99_999), fc.nat(5))
  .map(([whole, part, digits]) => `${whole}.${String(part).padStart(5, '0').slice(0, Math.max(1, digits))}`)
  .filter((text) => /[1-9]/.test(text));
const rates = fc.tuple(fc.subarray(codes.slice(1), { minLength: 1 }), fc.array(number, { minLength: 6, maxLength: 6 }));

/** Spellings of the file with the same meaning. */
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

const plain: Style = { quote: "'", space: '\n\t', rateFirst: false, closing: '/>', prefix: '' };
const daily = write(
  '2026-11-20',
  [
    ['USD', '1.2500'],
    ['JPY', '172.5'],
    ['GBP', '0.8750'],
    ['CNY', '8.1234'],
  ],
  plain,
);
const corpus = new TextEncoder().encode(daily);
const bomb = '<!DOCTYPE x [<!ENTITY a "USD"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';

/** Inserts XML syntax at any position. */
const constructs = [
  bomb,
  '&c;',
  '&lt;',
  '&#x31;',
  '<![CDATA[1.5]]>',
  '<!-- -->',
  '<?x ?>',
  '<Cube>',
  '</Cube>',
  '<rate>9</rate>',
];
const attributes = [
  "rate='9'",
  "currency='USD'",
  "x:rate='9'",
  '<a>'.repeat(300),
  '0x1F',
  '1e3',
  '+1',
  ' 5',
  '1_000',
  '5.',
  '.5',
];
const insertion = fc.tuple(fc.nat(daily.length), fc.nat(4), fc.constantFrom(...constructs, ...attributes, ''));
const spoiltRate = fc.tuple(
  fc.constantFrom('1.2500', '172.5', '0.8750', 'JPY', 'GBP', '2026-11-20'),
  fc.constantFrom(
    ...[
      '0x1F',
      '0b1',
      '1e3',
      '1E-2',
      ' 1.5',
      '1.5 ',
      '+1.5',
      '-1.5',
      '1,5',
      '',
      ' ',
      '1.2.3',
      'Infinity',
      'NaN',
      '1_0',
      '5.',
      '.5',
      '0',
      '00',
      '1e400',
      'USD',
      'EUR',
      'usd',
      '__proto__',
      '2026-02-31',
      '９',
    ],
  ),
);

const latin = new TextDecoder('utf-8');

/** A file is refused, or its rates are those of the reference parser. */
function check(xml: string): void {
  let read: ReturnType<typeof parseEcbRates>;
  try {
    read = parseEcbRates(xml);
  } catch (error) {
    holds(error instanceof Error && !(error instanceof RangeError), `${error}`);
    return;
  }
  const { date, ratios } = referenceEcbRates(xml);
  same([read.base, read.date], ['USD', date], xml);
  same(Object.keys(read.rates).sort(), [...ratios.keys()].sort(), xml);
  for (const [code, rate] of Object.entries(read.rates)) holds(isNear(rate, ratios.get(code)), [code, rate, xml]);
}

const isNear = (rate: number, ratio: number | undefined): boolean =>
  ratio !== undefined && rate > 0 && Math.abs(rate / ratio - 1) < 1e-7;

export const claims = (): readonly Claim[] => [
  claim(
    'any spelling of a file gives its rates in dollars',
    fc.property(rates, styles, fc.integer({ min: 1, max: 28 }), ([some, numbers], style, day) => {
      const rows: Rows = ['USD', ...some].map((code, at) => [code, numbers[at] ?? '1.0']);
      const date = `2026-11-${String(day).padStart(2, '0')}`;
      const xml = write(date, rows, style);
      const [dollars = 0, ...others] = rows.map(([, text]) => Number(text));
      const read = parseEcbRates(xml);
      same([read.date, Object.keys(read.rates).sort()], [date, ['EUR', ...some].sort()], xml);
      holds(isNear(read.rates['EUR'] ?? 0, 1 / dollars), xml);
      for (const [at, code] of some.entries()) holds(isNear(read.rates[code] ?? 0, (others[at] ?? 0) / dollars), xml);
    }),
    600,
  ),
  claim(
    'a file with edited bytes is refused, or its rates are those in the file',
    fc.property(edits(3), (changes: readonly Edit[]) => check(latin.decode(mutateBytes(corpus, changes)))),
    1500,
  ),
  claim(
    'a file with inserted XML is refused, or its rates are those in the file',
    fc.property(fc.array(insertion, { minLength: 1, maxLength: 3 }), (insertions) =>
      check(insertions.reduce((xml, [at, cut, text]) => xml.slice(0, at) + text + xml.slice(at + cut), daily)),
    ),
    1500,
  ),
  claim(
    'a malformed rate, currency or date is refused',
    fc.property(fc.array(spoiltRate, { minLength: 1, maxLength: 2 }), (changes) =>
      check(changes.reduce((xml, [old, text]) => xml.replace(old, text), daily)),
    ),
    1500,
  ),
];
