import { describe, expect, test } from 'vitest';
import { decodeCsv, parsePortfolioCsv, portfolioCsv } from '#core/portfolio-csv.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const one = { name: redline, count: 2, paidCents: 1250 };

test('a list is read with its counts, and its faults keep their lines', () => {
  const text = ['item,count,paid', `${redline},2,12.50`, `${redline},x`, `3x ${redline}`, `${redline},200000,1`];
  const parsed = parsePortfolioCsv(text.join('\n'));
  expect(parsed).toMatchObject({ items: [one, { name: `3x ${redline}`, count: 1, paidCents: null }] });
  expect('unread' in parsed && parsed.unread.map(({ line, problem }) => [line, problem])).toEqual([
    [3, 'count'],
    [5, 'count'],
  ]);
});

test('a list without a header takes counts from its lines', () => {
  expect(parsePortfolioCsv(`3x ${redline}\n${redline},2,12.50`)).toMatchObject({
    items: [{ name: redline, count: 3, paidCents: null }, one],
    unread: [],
  });
});

test.each([
  ['empty', ''],
  ['empty', 'item,count,paid'],
  ['quotes', `"${redline},2`],
  ['json', '{}'],
  ['too-large', 'x'.repeat(4_194_305)],
  ['too-many-items', `${redline}\n`.repeat(1001)],
  ['too-many-lines', 'x,0\n'.repeat(10_001)],
])('a list is refused: %s', (refused, text) => expect(parsePortfolioCsv(text)).toEqual({ refused }));

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

test('an exported portfolio has value, net, profit and the reason for having none', () => {
  const priced = { ...one, market: 'buff163', cents: 4000, value: 8000, net: 7800, profit: 5300 } as const;
  const [, first, second] = portfolioCsv([priced, { ...one, doubt: 'stale' }], 0).split('\r\n');
  expect(first).toBe(`${redline},2,12.5,buff163,40,80,78,53,,1970-01-01T00:00:00.000Z`);
  expect(second).toBe(`${redline},2,12.5,,,,,,stale,1970-01-01T00:00:00.000Z`);
});
