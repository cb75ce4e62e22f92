import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '#core/tables/read-table.ts';
import { maxLines } from '#core/tables/table-lines.ts';
import { nothingUnread, read, redline } from './read.ts';

const music = 'Music Kit | Darude, Moments CSGO';

describe('a line of a list', () => {
  test.each([
    [redline, redline, 1],
    [`3x ${redline}`, redline, 3],
    [`3 x ${redline}`, redline, 3],
    [`3 ${redline}`, redline, 3],
    ['2020 RMR Legends', '2020 RMR Legends', 1],
    ['Warhammer 40,000 Sticker Capsule', 'Warhammer 40,000 Sticker Capsule', 1],
    [`${redline} x3`, redline, 3],
    [`${redline} × 3`, redline, 3],
    [`${redline}\t3`, redline, 3],
    [`3\t${redline}`, redline, 3],
    [`"${redline}",3`, redline, 3],
    [music, music, 1],
    [`2x ${music}`, music, 2],
    [`"${music}",2`, music, 2],
    [`${music},2`, music, 2],
  ])('%s is %s × %s', (line, name, count) => {
    expect(read(line)).toEqual({ items: [[name, count, null]], ...nothingUnread });
  });

  test.each([
    ['commas', `${redline},2,12.50`],
    ['semicolons and decimal commas', `${redline};2;12,50`],
    ['tabs', `${redline}\t2\t12.50`],
    ['spaces around', ` ${redline} , 2 , 12.50 USD`],
    ['a dollar', `"${redline}","2","$12.50"`],
    ['empty lines around', `\n\n${redline},2,12.50\n\n`],
  ])('with %s says what was paid', (_, text) => {
    expect(read(text)).toEqual({ items: [[redline, 2, 1250]], ...nothingUnread });
  });

  test('with more numbers than count and price is unread: 18, 17.9, 19 and 2 may mean anything', () => {
    expect(read(`${redline},18,17.9,19,2`)).toEqual({ items: [], unread: [[1, 'count']] });
    expect(read(`name,ask,low,high,qty\n${redline},18,17.9,19,2`).items).toEqual([[redline, 2, null]]);
  });
});

test.each([`${redline};x`, `${redline}\tx\t1`, `2000000x ${redline}`, `${redline};1000001`, 'Objekt,Zahl'])(
  '%j has no count that could be read',
  (line) => {
    expect(read(line)).toEqual({ items: [], unread: [[1, 'count']] });
  },
);

describe('a header', () => {
  test.each([
    ['in another order', `paid,count,item\n12.50,2,${redline}`],
    ['of other tools', `Market Hash Name;Quantity;Buy Price\n${redline};2;12,5`],
    ['in one word', `MarketHashName,qty,entry_price\n${redline},2,12.50`],
    ['with a unit', `Skin Name,Combined QTY,Purchase Price ($)\n${redline},2,12.50`],
    ['with the currency in a column', `item_name,quantity,purchase_price,currency\n${redline},2,12.50,USD`],
    ['with today’s price beside what was paid', `name,price,count,buy price\n${redline},99,2,12.50`],
    ['with today’s price of a unit', `name,unit price,count,purchase price\n${redline},99,2,12.50`],
    ['with a translated name beside the exact one', `name,market_hash_name,count,cost\nRotstich,${redline},2,12.50`],
    ['with what all cost together', `item,count,total cost\n${redline},2,25.00`],
    ['after a line for spreadsheets', `sep=;\nitem;count;paid\n${redline};2;12,50`],
    ['after a byte order mark', `\ufeffitem,count,paid\r\n${redline},2,12.50\r\n`],
    ['of an open position', `item,count,paid,side,sold at,game\n${redline},2,12.50,buy,,CS2`],
  ])('%s is understood', (_, text) => {
    expect(read(text)).toEqual({ items: [[redline, 2, 1250]], ...nothingUnread });
  });

  test.each([
    ['currency', 'item,quantity,paid,currency\nKilowatt Case,10,3.00,CNY'],
    ['currency', 'item,quantity,buy price (CNY)\nKilowatt Case,10,3.00'],
    ['currency', 'item,quantity,buy price (EUR)\nKilowatt Case,10,$3.00'],
    ['currency', 'item,quantity,paid\nKilowatt Case,10,"£3,00"'],
    ['count', 'item,quantity,paid\nKilowatt Case,1000001,3.00'],
    ['sold', 'item,quantity,paid,sold price\nKilowatt Case,10,3.00,4.00'],
    ['sold', 'item,quantity,paid,status\nKilowatt Case,10,3.00,closed'],
    ['game', 'item,quantity,paid,game\nExalted Manifold,1,3.00,Dota 2'],
    ['game', 'item,quantity,paid,appid\nExalted Manifold,1,3.00,570'],
    ['count', 'item,quantity,paid\nKilowatt Case,many,3.00'],
    ['paid', 'item;quantity;paid\nKilowatt Case;10;1,234'],
    ['paid', 'item,quantity,paid\nKilowatt Case,10,cheap'],
    ['paid', 'item,quantity,paid\nKilowatt Case,10,-1'],
    ['name', 'item,quantity,paid\n<b>,10,3.00'],
    ['name', 'item,quantity,paid\n,10,3.00'],
  ])('makes a line unread: %s, %j', (problem, text) => {
    expect(read(text)).toEqual({ items: [], unread: [[2, problem]] });
  });

  test('without a word of what was paid leaves the price to the user', () => {
    const text = `item,quantity,price\n${redline},2,12.50`;
    expect(read(text).items).toEqual([[redline, 2, null]]);
    const unclear = readTable(text).columns.filter(({ isUnclear }) => isUnclear);
    expect(unclear.map(({ head }) => head)).toEqual(['price']);
    expect(read(text, { price: 'paid' }).items).toEqual([[redline, 2, 1250]]);
    expect(read(text, { price: 'paid-total' }).items).toEqual([[redline, 2, 625]]);
    expect(readTable(text, { chosen: { price: 'ignored' } }).columns.some(({ isUnclear }) => isUnclear)).toBe(false);
  });

  test('with a count of 0 has no item in that line', () => {
    expect(read(`item,count\n${redline},0`)).toEqual({ items: [], unread: [] });
  });
});

describe('JSON', () => {
  const inventory = (appid: unknown) =>
    JSON.stringify({
      assets: [
        { classid: '1', instanceid: '0', amount: '1' },
        { classid: '1', instanceid: '0', amount: '1' },
        { classid: '2', instanceid: '0', amount: '4' },
      ],
      descriptions: [
        { appid, classid: '1', instanceid: '0', market_hash_name: redline },
        { appid, classid: '2', instanceid: '0', market_hash_name: 'Recoil Case' },
      ],
    });
  const both = [
    [redline, 2, null],
    ['Recoil Case', 4, null],
  ];

  test.each([730, '730', undefined])('of Steam’s inventory counts each item; its game is %j', (appid) => {
    expect(read(inventory(appid))).toEqual({ items: both, ...nothingUnread });
  });

  test('of another game’s inventory says so', () => {
    expect(read(inventory(570)).unread).toEqual([
      [2, 'game'],
      [3, 'game'],
    ]);
  });

  test.each([
    [JSON.stringify([redline]), [[redline, 1, null]]],
    [JSON.stringify([{ market_hash_name: redline, quantity: 2, buy_price: 12.5 }]), [[redline, 2, 1250]]],
    [JSON.stringify({ success: true, items: [{ name: redline, quantity: 2 }] }), [[redline, 2, null]]],
  ])('of lists is read: %s', (text, items) => expect(read(text)).toEqual({ items, ...nothingUnread }));

  test.each(['{}', '[1]', '[]', '{"assets":{}}', '{"a":[{"b":1}]}', '[{"name":'])('without items is none: %s', (text) =>
    expect(readTable(text).problem).toBe('json'),
  );
});

test('a quotation mark that does not close is a problem of the table', () => {
  expect(readTable(`item,count\n"${redline},2`).problem).toBe('quotes');
  expect(readTable(`"${redline},2`).problem).toBe('quotes');
});

test('ten thousand lines are read, and the rest is said to be cut', () => {
  const { items, isCut } = readTable(`${redline}\n`.repeat(maxLines + 1));
  expect([items.length, isCut]).toEqual([maxLines, true]);
  expect(readTable(`${redline}\n`.repeat(maxLines)).isCut).toBe(false);
  expect(readTable(`item\n${`${redline}\n`.repeat(maxLines)}`).isCut).toBe(false);
});

test('no text makes it throw, and counts stay whole and bounded', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json()), (pasted) => {
      const amounts = { rated: ['USD', 'EUR'], unnamed: 'EUR' };
      for (const { readings, paid } of readTable(pasted, { amounts }).items) {
        expect(paid === null || (Number.isFinite(paid.cents) && amounts.rated.includes(paid.currency))).toBe(true);
        for (const { count } of readings)
          expect(Number.isInteger(count) && count >= 0 && count <= 1_000_000).toBe(true);
      }
    }),
  );
});
