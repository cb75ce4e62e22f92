import { describe, expect, test } from 'vitest';
import { decodeCsv, entryOf, parsePortfolioCsv, portfolioCsv } from '#core/owned/portfolio-csv.ts';
import { usd } from './usd.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const dollars = { amounts: { rated: ['USD'], unnamed: 'USD' } };
const one = { name: redline, count: 2, paid: usd(1250) };

test('a line becomes an entry by what it means, or is unread', () => {
  const parsed = parsePortfolioCsv(`3x ${redline}\n${redline},2,12.50\n${redline};x\n${redline},200000,1`, dollars);
  if ('refused' in parsed) throw new Error(parsed.refused);
  expect(parsed.items.map((line) => entryOf(line))).toEqual([
    { name: redline, count: 3, paid: null },
    one,
    { text: `${redline},200000,1`, line: 4, problem: 'count' },
  ]);
  expect(parsed.unread).toMatchObject([{ line: 3, problem: 'count' }]);
  const [first] = parsed.items;
  expect(first && entryOf(first, { name: 'Recoil Case', count: 1 })).toMatchObject({ name: 'Recoil Case', count: 1 });
});

test('a day that a spreadsheet wrote in its own way is not known: 3 April may be 4 March', () => {
  const line = `${redline},2,12.50`;
  const heads = 'item,count,paid_each,bought_time,received_each,received_at';
  const text = `${heads}\n${line},03.04.2026,,\n${line},04/03/2026,,\n${line},2026-04-03,,\n${line},,9,03.04.2026`;
  const parsed = parsePortfolioCsv(text, dollars);
  if ('refused' in parsed) throw new Error(parsed.refused);
  expect(parsed.items.map((read) => entryOf(read))).toEqual([one, one, { ...one, boughtAt: Date.UTC(2026, 3, 3) }]);
  expect(parsed.unread).toMatchObject([{ line: 5, problem: 'sold' }]);
});

test.each([
  ['empty-csv', ''],
  ['empty-csv', 'item,count,paid'],
  ['quotes', `"${redline},2`],
  ['json', '{}'],
  ['too-large', 'x'.repeat(4_194_305)],
  ['too-many-items', `${redline}\n`.repeat(1001)],
  ['too-many-lines', 'x,0\n'.repeat(10_001)],
])('a list is refused: %s', (refused, text) => expect(parsePortfolioCsv(text, dollars)).toEqual({ refused }));

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
  ])('in %s is decoded', (_, bytes) => expect(decodeCsv(bytes)[0]).toBe(text));

  test.each([
    ['GBK', [0xa1, 0xef], '★'],
    ['cp1251', [0xd6, 0xe5, 0xed, 0xe0], 'Цена'],
    ['cp932', [0x90, 0x94], '数'],
    ['cp949', [0xb0, 0xa1], '가'],
  ])('in %s is among what it may say', (_, bytes, said) => expect(decodeCsv(Uint8Array.from(bytes))).toContain(said));
});

test('an exported portfolio has value, net, profit, the reason for having none, and sales', () => {
  const priced = { ...one, market: 'buff163', cents: 4000, value: 8000, net: 7800, profit: 5300 } as const;
  const sale = { ...one, received: { cents: 800, currency: 'EUR' }, soldAt: 0 };
  const bought = { paidThen: { cents: 1120, currency: 'EUR' }, site: 'skinport', boughtAt: 7, wearValue: 0.16 };
  const [, ...lines] = portfolioCsv([priced, { ...one, ...bought, doubt: 'stale' }], [sale], 0).split('\r\n');
  expect(lines).toEqual([
    `${redline},2,12.5,USD,,,,buff163,40,80,78,53,,1970-01-01T00:00:00.000Z,,,,,,`,
    `${redline},2,12.5,USD,,,,,,,,,stale,1970-01-01T00:00:00.000Z,11.2,EUR,skinport,1970-01-01T00:00:00.007Z,0.16,`,
    `${redline},2,12.5,USD,8,EUR,1970-01-01T00:00:00.000Z,,,,,,,,,,,,,`,
    '',
  ]);
});
