import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Holding } from '#core/portfolio.ts';
import { decodeCsv, maxPortfolioLines, parsePortfolioCsv, portfolioCsv, readDollars } from '#core/portfolio-csv.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const read = (text: string) => {
  const parsed = parsePortfolioCsv(text);
  if ('refused' in parsed) throw new Error(parsed.refused);
  return parsed;
};
const one = { name: redline, count: 2, paidCents: 1250 };

describe('a list', () => {
  test.each([
    ['commas', `${redline},2,12.50`],
    ['semicolons and decimal commas', `${redline};2;12,50`],
    ['tabs', `${redline}\t2\t12.50`],
    ['quotation marks', `"${redline}","2","$12.50"`],
    ['spaces around', ` ${redline} , 2 , 12.50 USD`],
    ['a header in another order', `paid,count,item\n12.50,2,${redline}`],
    ['a header of other tools', `Market Hash Name;Quantity;Buy Price\n${redline};2;12,5`],
    ['today’s price beside what was paid', `name,price,count,buy price\n${redline},99,2,12.50`],
    ['a translated name beside the exact one', `name,market_hash_name,count,cost\nRotstich,${redline},2,12.50`],
    ['a byte order mark', `\ufeffitem,count,paid\r\n${redline},2,12.50\r\n`],
    ['empty lines', `\n\n${redline},2,12.50\n\n`],
  ])('with %s is read', (_, text) => expect(read(text)).toEqual({ items: [one], bad: [] }));

  test('may leave out count and price', () => {
    expect(read(redline).items).toEqual([{ name: redline, count: 1, paidCents: null }]);
    expect(read(`item\n${redline}`).items).toEqual([{ name: redline, count: 1, paidCents: null }]);
  });

  test('names the lines that it cannot read, and guesses nothing', () => {
    const text = [redline, `${redline},x`, `${redline},0`, `${redline},1,cheap`, `${redline},1,"1,234"`, '<b>,1,1'];
    expect(read(`item,count,paid\n${text.join('\n')}`)).toEqual({
      items: [{ name: redline, count: 1, paidCents: null }],
      bad: [
        { line: 3, problem: 'count' },
        { line: 4, problem: 'count' },
        { line: 5, problem: 'paid' },
        { line: 6, problem: 'paid' },
        { line: 7, problem: 'name' },
      ],
    });
  });

  test.each([
    ['empty', ''],
    ['empty', 'item,count,paid'],
    ['no-csv', `"${redline},2`],
    ['too-large', 'x'.repeat(4_194_305)],
    ['too-many-items', `${redline}\n`.repeat(1001)],
    ['too-many-lines', 'x,0\n'.repeat(maxPortfolioLines + 1)],
  ])('is refused: %s', (refused, text) => expect(parsePortfolioCsv(text)).toEqual({ refused }));

  test('of ten thousand lines is read', () => {
    expect(read(`item,count\n${'x,0\n'.repeat(maxPortfolioLines)}`).bad).toHaveLength(maxPortfolioLines);
  });
});

test.each<[string, number | null | undefined]>([
  ['12.50', 1250],
  ['12,5', 1250],
  ['$ 3', 300],
  ['3 USD', 300],
  ['0', 0],
  ['', null],
  ['1,234', undefined],
  ['1.234', undefined],
  ['123,456', undefined],
  ['0.125', 13],
  ['1.234,50', undefined],
  ['-1', undefined],
  ['12 €', undefined],
  ['1e9', undefined],
])('"%s" is read as %s cents', (cell, cents) => expect(readDollars(cell)).toBe(cents));

describe('a file', () => {
  const text = 'Sticker | Größe,2,12.50';
  const utf16 = (isLittle: boolean, mark: boolean) => {
    const units = [...(mark ? '\ufeff' : ''), ...text].map((sign) => sign.charCodeAt(0));
    const bytes = units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
    return Uint8Array.from(bytes);
  };
  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(true, true)],
    ['UTF-16 BE', utf16(false, true)],
    ['UTF-16 LE without a mark', utf16(true, false)],
    ['UTF-16 BE without a mark', utf16(false, false)],
    ['Windows-1252', Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)))],
  ])('in %s is decoded', (_, bytes) => expect(decodeCsv(bytes)).toBe(text));
});

describe('an exported portfolio', () => {
  test('has no formula, and is read again as it was', () => {
    const names = fc.constantFrom(redline, 'Sticker | "Hi", you; me', '=1+1', '-5', '@x', '★ Karambit | Fade');
    const holding = fc.record({
      name: names,
      count: fc.integer({ min: 1, max: 100_000 }),
      paidCents: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(holding, { minLength: 1, maxLength: 20 }), (items: Holding[]) => {
        const csv = portfolioCsv(items, 'buff163', 0);
        expect(read(csv)).toEqual({ items, bad: [] });
        for (const line of csv.slice(1).split('\r\n')) expect(line).not.toMatch(/^"?[=+\-@]/);
      }),
    );
  });

  test('has value, net, profit and the reason for having none', () => {
    const priced = { ...one, cents: 4000, value: 8000, net: 7800, profit: 5300 };
    const [, first, second] = portfolioCsv([priced, { ...one, doubt: 'stale' }], 'buff163', 0).split('\r\n');
    expect(first).toBe(`${redline},2,12.5,buff163,40,80,78,53,,1970-01-01T00:00:00.000Z`);
    expect(second).toBe(`${redline},2,12.5,buff163,,,,,stale,1970-01-01T00:00:00.000Z`);
  });
});
