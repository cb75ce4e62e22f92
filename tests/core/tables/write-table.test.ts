import { expect, test } from 'vitest';
import { quantity, toCsv } from '#core/tables/write-table.ts';

const lines = (...cells: string[]) => `\ufeff${cells.join('\r\n')}\r\n`;

test('numbers stay numbers, absent cells are empty, and a byte order mark comes first', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['★ M9', quantity(12.5)],
      [undefined, { cents: -300, currency: 'EUR' }],
      [
        { cents: 21.2355, currency: 'USD' },
        { cents: 123.4, currency: 'USD' },
      ],
    ]),
  ).toBe(lines('a,b', '★ M9,12.5', ',-3', '0.212355,1.2340'));
});

test('cells with separators are quoted, and quotes are doubled', () => {
  expect(toCsv([['a,b', 'c"d', 'e\r\nf', 'g;h', ' i ']])).toBe(lines('"a,b","c""d","e\r\nf","g;h"," i "'));
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200b=1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '|cmd',
  '%x',
  '\tx',
])('the text %j becomes no formula', (text) => {
  const cell = toCsv([[text]]).slice(1, -2);
  expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
});
