import { describe, expect, test } from 'vitest';
import { readTable } from '#core/tables/read-table.ts';
import { nothingUnread, read, redline } from './read.ts';

describe('heads in nine languages', () => {
  test.each([
    ['English', 'Name;Quantity;Purchase price'],
    ['German', 'Bezeichnung;Anzahl;Kaufpreis'],
    ['Russian', 'Название;Кол-во;Цена покупки'],
    ['Portuguese', 'Item;Quantidade;Preço de compra'],
    ['Chinese', '饰品名称;数量;买入价格'],
    ['French', 'Nom;Quantité;Prix d’achat'],
    ['Polish', 'Nazwa;Ilość;Cena zakupu'],
    ['Spanish', 'Artículo;Cantidad;Precio de compra'],
    ['Turkish', 'Ürün adı;Adet;Alış fiyatı'],
  ])('%s', (_, heads) => {
    const text = `${heads}\n${redline};5;12,00`;
    expect(read(text)).toEqual({ items: [[redline, 5, 1200]], ...nothingUnread });
    expect(readTable(text).columns.some(({ isUnclear }) => isUnclear)).toBe(false);
  });

  test.each(['\u00a0', '\u202f'])('thousands and a sign behind the space %j', (space) => {
    const text = `Name;Menge;Kaufpreis\n${redline};1${space}000;1${space}234,50${space}€`;
    expect(read(text)).toEqual({ items: [[redline, 1000, 123450]], ...nothingUnread });
  });

  test('of no known word are asked about, and no line is guessed', () => {
    const text = `Objekt;Zahl;Wert\n${redline};5;12,00`;
    expect(read(text)).toEqual({ items: [], unread: [[2, 'name']] });
    expect(readTable(text).columns.map(({ isUnclear }) => isUnclear)).toEqual([true, true, true]);
    const items = [[redline, 5, 1200]];
    expect(read(text, { Objekt: 'name', Zahl: 'count', Wert: 'paid' })).toEqual({ items, ...nothingUnread });
  });
});

describe('columns of numbers', () => {
  const unclear = (text: string) => readTable(text).columns.flatMap(({ head, isUnclear }) => (isUnclear ? [head] : []));

  test('have the decimal sign of the whole file', () => {
    const heads = 'Name;Anzahl;Kaufpreis';
    expect(read(`${heads}\nRecoil Case;1.000;0,35\nKilowatt Case;12.500;1,20`)).toEqual({
      items: [
        ['Recoil Case', 1000, 35],
        ['Kilowatt Case', 12_500, 120],
      ],
      ...nothingUnread,
    });
    expect(read(`${heads}\nRecoil Case;1.000;`).unread).toEqual([[2, 'count']]);
    expect(read(`Name;Float;Wear;Kaufpreis\n${redline};0.25;0.2;1.250`).unread).toEqual([[2, 'paid']]);
    expect(read(`Name;Float;Kaufpreis\n${redline};0.25;1.250,00`).items).toEqual([[redline, 1, 125_000]]);
  });

  test.each([
    ['x12', 12],
    ['12x', 12],
    ['× 3', 3],
    ['2.0', 2],
  ])('with the count %s', (cell, count) => expect(read(`item,count\n${redline},${cell}`).items[0]?.[1]).toBe(count));

  test('with a sign for pieces in each cell are a count, whatever their head', () =>
    expect(read(`item,Duplicates\n${redline},x12`).items).toEqual([[redline, 12, null]]));

  test('with two decimals throughout are money, and a head of two meanings is asked about', () => {
    expect(unclear(`item,amount\n${redline},12.00`)).toEqual(['amount']);
    expect(read(`item,amount\n${redline},12.00`).items).toEqual([[redline, 1, null]]);
    expect(unclear(`item,amount\n${redline},12`)).toEqual(['amount']);
    expect(read(`item,amount,paid\n${redline},12,3.00`).items).toEqual([[redline, 12, 300]]);
  });

  test('that no head explains are asked about until count and price are known', () => {
    expect(unclear(`item,kovsh,float\n${redline},5,0.15`)).toEqual(['kovsh']);
    expect(unclear(`item,count,unit price\n${redline},5,2.00`)).toEqual(['unit price']);
    expect(unclear(`item,kovsh,count,paid\n${redline},5,1,2.00`)).toEqual([]);
  });

  test.each(['Remaining', 'Qty sold', 'Verbleibend', 'Осталось', 'Fee', 'Gebühr', 'Comissão', 'Tax'])(
    'are asked about where they may change what was bought or paid: %s',
    (head) => expect(unclear(`item,count,paid,${head}\n${redline},5,2.00,1`)).toEqual([head]),
  );

  test.each([
    ['item,count,price,cost', ['price', 'cost']],
    ['名称,数量,单价,成本', ['单价', '成本']],
  ])('that are others times the count may be totals, and are asked about: %s', (heads, asked) => {
    const text = `${heads}\n${redline},3,12.00,36.00\n${redline},1,5.00,5.00`;
    expect(unclear(text)).toEqual(asked);
    expect(read(text).items[0]).toEqual([redline, 3, null]);
    expect(read(text.replace('36.00', '16.00')).items[0]).toEqual([redline, 3, 1600]);
  });

  test('of a total stay as they were typed, and are not rounded for each piece', () => {
    expect(read('item,count,total cost\nRecoil Case,1000,424.99').items).toEqual([['Recoil Case', 1000, 42.499]]);
    expect(read('item,count,total cost\nRecoil Case,1000,4.00').items).toEqual([['Recoil Case', 1000, 0.4]]);
  });
});

describe('a word in a column of actions', () => {
  test.each(['Buy', 'Kauf', 'Покупка', 'Compra', '买入', 'Achat', 'Zakup', 'Alış', ''])('%j is a purchase', (word) =>
    expect(read(`item,count,action\n${redline},2,${word}`).items).toEqual([[redline, 2, null]]),
  );
  test.each(['SELL', 'Verkauf', 'Продажа', 'Venda', '出售', 'Vente', 'Sprzedaż', 'Venta', 'Satış'])(
    '%j is a sale',
    (word) => expect(read(`item,count,action\n${redline},2,${word}`).unread).toEqual([[2, 'sold']]),
  );
  test('that is not known makes the line unread', () =>
    expect(read(`item,count,action\n${redline},2,Swap`).unread).toEqual([[2, 'action']]));
});

describe('columns that belong to the name', () => {
  const plain = 'AK-47 | Redline';
  test.each([
    ['wear', 'name,wear', `${plain},Field-Tested`, redline],
    ['a short wear', 'name,exterior', `${plain},FT`, redline],
    ['a wear value', 'name,wear', `${redline},0.1612`, redline],
    ['StatTrak', 'name,StatTrak', `${redline},TRUE`, `StatTrak™ ${redline}`],
    ['ja', 'name,StatTrak', `${redline},ja`, `StatTrak™ ${redline}`],
    ['да', 'name,StatTrak', `${redline},да`, `StatTrak™ ${redline}`],
    ['是', 'name,StatTrak', `${redline},是`, `StatTrak™ ${redline}`],
    ['no', 'name,StatTrak', `${redline},0`, redline],
    ['souvenir', 'name,souvenir', `${redline},yes`, `Souvenir ${redline}`],
    ['weapon and skin', 'weapon,skin,wear', 'AK-47,Redline,FT', redline],
    ['a phase', 'name,phase', '★ Karambit | Doppler (Factory New),Phase 2', '★ Karambit | Doppler (Factory New)'],
    ['Market Name beside Item Name', 'Item Name,Market Name', `Rotstich,${redline}`, redline],
  ])('are read: %s', (_, heads, line, name) =>
    expect(read(`${heads}\n${line}`)).toEqual({ items: [[name, 1, null]], ...nothingUnread }),
  );

  test.each([
    ['another wear', 'name,wear', `${redline},Factory New`],
    ['a wear that is none', 'name,wear', `${redline},Shiny`],
    ['an unknown word', 'name,StatTrak', `${redline},maybe`],
    ['a denied StatTrak', 'name,StatTrak', `StatTrak™ ${redline},no`],
    ['both', 'name,StatTrak,souvenir', `${redline},yes,yes`],
    ['a phase of an item without', 'name,phase', `${redline},Phase 2`],
  ])('leave the line unread: %s', (_, heads, line) =>
    expect(read(`${heads}\n${line}`)).toEqual({ items: [], unread: [[2, 'parts']] }),
  );
});

test('a title above the heads is no item, and line ends may differ', () => {
  expect(read(`My items\nName;Count\r\n${redline};2\n${redline};3\r`)).toEqual({
    items: [
      [redline, 2, null],
      [redline, 3, null],
    ],
    unread: [[1, 'name']],
  });
});

test('a page of an inventory says how many items there are', () => {
  const page = { assets: [{ classid: '1', instanceid: '0' }], descriptions: [], more_items: 1 };
  expect(readTable(JSON.stringify({ ...page, total_inventory_count: 3400 })).of).toBe(3400);
  expect(readTable(JSON.stringify({ ...page, total_inventory_count: 1, more_items: undefined })).of).toBeUndefined();
});

test.each([
  ['columns without end', `item${',a'.repeat(4000)}\n${'b\n'.repeat(5000)}`],
  ['a line of blanks', `3${' '.repeat(200_000)}|`],
  ['blanks within a line', `x${' '.repeat(200_000)}x`],
  [
    'objects with a key of their own each',
    JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ name: 'A', [`k${at}`]: 1 }))),
  ],
])('no small text takes more than a moment: %s', (_, text) => {
  // Each took seconds or minutes, more than a test may, before lines and columns were cut first.
  expect(readTable(text).columns.length).toBeLessThanOrEqual(100);
});
