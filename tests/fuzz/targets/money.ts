import fc from 'fast-check';
import { currenciesOf, decimalText, type PrintOptions, parsePrinted, readCents } from '#core/money/money.ts';
import { centsFromMajor } from '#sites/reading/listed-price.ts';
import { type Claim, claim } from '../claim.ts';
import { holds, same } from '../same.ts';

const prints = ['€', '£', 'zł', 'R$', 'CDN$', 'USD', 'pуб.', 'S/.', 'CHF', '₸'];

const formats = fc.record({
  decimal: fc.constantFrom('.' as const, ',' as const),
  space: fc.constantFrom('', ' ', '\u00a0', '\u202f'),
  group: fc.constantFrom('', ' ', '\u00a0', '\u2009', "'", '’', 'other'),
  print: fc.constantFrom(...prints),
  before: fc.boolean(),
});

type Format = typeof formats extends fc.Arbitrary<infer F> ? F : never;

function print(amount: string, { decimal, space, group, print, before }: Format): string {
  const [whole = '', fraction] = amount.split('.');
  const sign = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
  const number = whole.replace(/\B(?=(\d{3})+$)/g, sign) + (fraction ? decimal + fraction : '');
  return before ? print + space + number : number + space + print;
}

const amounts = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
  .filter((amount) => amount !== '0.00');

/** Parts of numbers, and signs that make a number ambiguous, negative or invalid. */
const figures = [
  ...['0', '1', '2', '9', '00', '12', '99', '123', '000', '456', '1,234', '1.234', '1 234', "1'234", '12,34,567'],
  ...['.', ',', ' ', "'", '’', '.5', ',50', '.00', ',000', '.123', '.--', ',--', ',–', '\u00a0', '\u2009', '\n'],
];
const signs = ['-', '--', '–', '—', '−', '%', '+', '~', '(', ')', 'e', 'x', '１', '١', '$', '¥', 'kr', 'US$', 'COIN'];
const pieces = [...figures, ...prints, ...signs];
const word = fc.constantFrom('', '', '', ' ', ...prints, ...prints, ...signs);
const number = fc.array(fc.constantFrom(...figures), { minLength: 1, maxLength: 5 });
const printed = fc.oneof(
  fc.tuple(number, fc.constantFrom('€', ' USD', ' zł')).map(([parts, behind]) => parts.join('') + behind),
  fc.tuple(word, number, word, word).map(([before, parts, ...behind]) => [before, ...parts, ...behind].join('')),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join('')),
);
const damaged = fc
  .tuple(amounts, formats, fc.nat(40), fc.nat(2), fc.constantFrom(...pieces))
  .map(([amount, format, at, cut, piece]) => {
    const text = print(amount, format);
    return text.slice(0, at) + piece + text.slice(at + cut);
  });
const texts = fc.oneof(
  { arbitrary: printed, weight: 5 },
  { arbitrary: damaged, weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), weight: 1 },
);
const options: fc.Arbitrary<PrintOptions> = fc.record({
  decimal: fc.constantFrom(undefined, '.' as const, ',' as const),
  currency: fc.constantFrom(undefined, undefined, 'EUR', 'USD', 'COIN'),
  symbols: fc.constantFrom(undefined, { $: 'USD' }, { x: 'EUR' }, { e: 'EUR', '-': 'EUR' }),
});

/** The digits of a text, which a decimal sign may follow and zeros surround. */
const figuresOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

export const claims = (): readonly Claim[] => [
  claim(
    'a printed amount is read with its decimal sign stated, and unstated where it has two decimals',
    fc.property(amounts, formats, (amount, format) => {
      const text = print(amount, format);
      const cents = Number(amount.replace('.', ''));
      same(parsePrinted(text, { decimal: format.decimal }), { cents, currency: currenciesOf(format.print)[0] }, text);
      same(parsePrinted(text)?.cents, cents, text);
      same(decimalText({ cents }), amount, text);
    }),
  ),
  claim(
    'of any text nothing is read but a positive amount with all of its digits',
    fc.property(texts, options, (text, given) => {
      const money = parsePrinted(text, given);
      if (!money) return;
      holds(money.cents >= 1e-6 && money.cents < 1e14, money);
      const figures = figuresOf(text);
      // More digits than a number has are rounded.
      same(figures.length > 15 || figuresOf(decimalText(money)) === figures, true, text);
    }),
    1000,
  ),
  claim(
    'a number or a text in whole units is exact to the thousandth',
    fc.property(fc.nat(999_999_999), fc.nat(999), (whole, thousandths) => {
      const exact = `${whole}.${String(thousandths).padStart(3, '0')}`;
      const expected = whole + thousandths === 0 ? undefined : (whole * 1000 + thousandths) / 10;
      same(centsFromMajor(exact), expected, exact);
      same(centsFromMajor(Number(exact)), expected, exact);
      same(readCents(exact, '.'), expected ?? 0, exact);
    }),
  ),
];
