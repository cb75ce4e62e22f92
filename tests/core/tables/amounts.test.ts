import { describe, expect, test } from 'vitest';
import { readTable } from '#core/tables/read-table.ts';

const redline = 'AK-47 | Redline (Field-Tested)';

describe('amounts', () => {
  const paid = (cell: string, others: readonly string[] = [], delimiter = ',') => {
    const lines = [cell, ...others].map((each) => `"${redline}"${delimiter}"${each}"`);
    const amounts = { rated: ['USD', 'EUR'], unnamed: 'USD' };
    const { items, unread } = readTable([`item${delimiter}paid`, ...lines].join('\n'), { amounts });
    return unread[0]?.line === 2 ? unread[0].problem : (items[0]?.paid?.cents ?? null);
  };
  test.each<[string, unknown]>([
    ['12.50', 1250],
    ['12,5', 1250],
    ['$ 3', 300],
    ['3 USD', 300],
    ['0', 0],
    ['', null],
    ['0.125', 12.5],
    ['$1,950.00', 195_000],
    ['1.234,50', 123_450],
    ['3,400', 340_000],
    ['12 £', 'currency'],
    ['12 $ €', 'currency'],
    ['1e9', 'paid'],
  ])('"%s" is read as %s', (cell, cents) => expect(paid(cell)).toBe(cents));

  const kept = (text: string, unnamed?: string) => {
    const { items, unread } = readTable(text, { amounts: { rated: ['USD', 'EUR', 'CNY'], unnamed } });
    return unread[0]?.problem ?? items[0]?.paid;
  };
  test.each([
    ['a sign', 'Name;Anzahl;Kaufpreis\nRecoil Case;2;€27,83', { cents: 2783, currency: 'EUR' }],
    ['a word', 'Name;Anzahl;Kaufpreis\nRecoil Case;2;27,83 Eur', { cents: 2783, currency: 'EUR' }],
    ['the head', 'item,count,buy price (EUR)\nRecoil Case,2,27.83', { cents: 2783, currency: 'EUR' }],
    ['a column', 'item,count,price paid,currency\nRecoil Case,2,240,CNY', { cents: 24_000, currency: 'CNY' }],
    ['a list', 'Recoil Case;2;27,83 €', { cents: 2783, currency: 'EUR' }],
    ['a member', '[{"name":"Recoil Case","paid":1.234,"currency":"EUR"}]', { cents: 123.4, currency: 'EUR' }],
  ])('keep the currency that the table names: %s', (_, text, paid) => expect(kept(text)).toEqual(paid));

  test.each([
    ['饰品名称,数量,购买价格\nRecoil Case,2,240', 'CNY', 24_000],
    ['Name;Anzahl;Kaufpreis\nRecoil Case;2;27,83', 'EUR', 2783],
    ['饰品名称,数量,购买价格\nRecoil Case,2,¥240', 'CNY', 24_000],
    ['Recoil Case,2,240', 'CNY', 24_000],
  ])('that name none wait for the user: %s', (text, unnamed, cents) => {
    expect(kept(text)).toBe('unnamed');
    expect(kept(text, unnamed)).toEqual({ cents, currency: unnamed });
    expect(readTable(text).items).toHaveLength(1);
  });

  test('of two meanings are none of the one that does not fit', () => {
    expect(kept('item,count,paid\nRecoil Case,2,¥240', 'EUR')).toBe('currency');
    expect(kept('item,count,paid\nRecoil Case,2,$240', 'EUR')).toEqual({ cents: 24_000, currency: 'USD' });
    expect(kept('item,count,paid\nRecoil Case,2,0')).toEqual({ cents: 0, currency: 'USD' });
  });

  test('of three digits after a sign are thousands or not as the rest of the column tells', () => {
    expect(paid('1,234', [], ';')).toBe('paid');
    expect(paid('1,234', ['2.50'], ';')).toBe(123_400);
    expect(paid('1.234', ['2,50'], ';')).toBe(123_400);
    expect(paid('1,234', ['2.50', '2,50'], ';')).toBe('paid');
    expect(paid('1.234', [], ',')).toBe('paid');
    expect(paid('1.234', ['2.50'], ',')).toBe(123.4);
  });

  const wide = ['Name;Kaufpreis', `${redline};1.234`].join('\n');
  test.each([
    ['a wear value', wide.replaceAll(/$/gm, ';0.1612')],
    ['a day', wide.replaceAll(/^/gm, '24.12.;')],
    ['commas between columns', wide.replaceAll(';', ',')],
    ['no heads', `${redline},1,1.234`],
  ])('of which a point may divide thousands are none beside %s', (_, text) => {
    expect(kept(text, 'EUR')).toBe('paid');
  });
});
