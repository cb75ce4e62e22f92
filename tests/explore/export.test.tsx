import { afterEach, describe, expect, test } from 'vitest';
import { numberKinds } from '#explore/table/number-kinds.ts';
import { button, click, settle, text, type } from '../popup/screen.tsx';
import { now } from './random-items.ts';
import { close, createEnvironment, expand, itemAt, names, open, price } from './screen.tsx';

afterEach(close);

test('CSV and copy hold the shown rows, and no cell that a spreadsheet computes', async () => {
  const evil = '=HYPERLINK("http://evil.example")';
  const env = await open(
    createEnvironment([itemAt(evil, 1000), itemAt('+1 | Plus', 2000), itemAt('AWP | Asiimov', 5000)]),
    'columns=cheapest,price:csfloat&sort=cheapest&min=none',
  );
  await expand('.menus .menu:last-child');
  await click(button('Download CSV'));
  const [file] = env.state.saved;
  expect(file?.name).toBe('skinlens-explore.csv');
  expect(file?.text).toBe(
    [
      '\ufeffitem,cheapest_usd,price_csfloat_usd,note',
      `"'=HYPERLINK(""http://evil.example"")",10,11,`,
      `'+1 | Plus,20,21,`,
      'AWP | Asiimov,50,51,',
      '',
    ].join('\r\n'),
  );
  await type('Search items', 'awp');
  await settle();
  await click(button('Copy table'));
  expect(env.state.copied).toEqual(['item\tcheapest_usd\tprice_csfloat_usd\tnote\nAWP | Asiimov\t50\t51\t']);
});

test('a file holds no price that is grey for its age or as an outlier, unless such prices are asked for', async () => {
  const odd = itemAt('AWP | Asiimov', 5000, {
    prices: [
      price('buff163', 5000),
      price('csfloat', 1, { inflated: true }),
      price('steam', 2, { seconds: now / 1000 - 86_400 }),
    ],
  });
  const lines = async (address: string) => {
    const env = await open(createEnvironment([odd]), `columns=price:buff163,price:csfloat,price:steam${address}`);
    await expand('.menus .menu:last-child');
    await click(button('Copy table'));
    return env.state.copied[0]?.split('\n')[1];
  };
  expect(await lines('')).toBe('AWP | Asiimov\t50\t\t\t');
  expect(await lines('&show=inflated,old')).toMatch(/^AWP \| Asiimov\t50\t0.01\t0.02\t/);
});

test.each([
  ['USD', 1, 952.6, '$9.52'],
  ['USD', 1, 123_490, '$1,234'],
  ['EUR', 0.92, 1086.9, '€9.99'],
  ['JPY', 150, 1000.5, '¥1,500'],
  ['JPY', 150, 823_099, '¥1.234M'],
])('what an item may cost at most is rounded down: in %s', (code, perUsd, cents, written) => {
  const shown = { code, perUsd, of: 'own' };
  expect(numberKinds.limit.text(cents, shown).replace(/[\u2007\u2008]/g, '')).toBe(written);
});

test('a file names the market of an exit', async () => {
  const env = await open(createEnvironment([itemAt('AWP | Asiimov', 5000)]), 'columns=exit');
  await expand('.menus .menu:last-child');
  await click(button('Copy table'));
  expect(env.state.copied[0]).toBe('item\texit_at\texit_usd\tnote\nAWP | Asiimov\tCSFloat\t49.98\t');
});

test('a file has each kind of number in its unit, and the table colours what is past the limits', async () => {
  const prices = [price('buff163', 1000), price('csfloat', 1300), price('steam', 1400)];
  const columns = 'columns=buy,sell,profit,patience,cash,liquidity,age';
  const env = await open(createEnvironment([itemAt('AWP | Asiimov', 1000, { prices })]), `view=cheaper&${columns}`);
  const tones = [...document.querySelectorAll('.rows .good')].map(({ textContent }) => textContent);
  expect(tones).toEqual(['+19.7%']);
  await expand('.menus .menu:last-child');
  await click(button('Copy table'));
  // $13.00 less 2 % are $12.74, of $14.00 on Steam 0.91.
  expect(env.state.copied[0]?.split('\n').map((line) => line.split('\t').slice(1))).toEqual([
    'buy_at buy_usd sell_at sell_usd profit_usd patience_percent cash liquidity age_minutes note'.split(' '),
    ['BUFF163', '10', 'CSFloat', '13', '2.74', '19.7', '0.91', '80', '4', ''],
  ]);
});

test('a file says that its prices are samples', async () => {
  const env = await open(createEnvironment([itemAt('AWP | Asiimov', 5000)], {}, true), 'columns=cheapest');
  await expand('.menus .menu:last-child');
  await click(button('Copy table'));
  expect(env.state.copied[0]?.split('\n')[1]).toBe('AWP | Asiimov\t50\tsample');
});

afterEach(close);

describe('the rarity of an item', () => {
  const env = createEnvironment([
    itemAt('AK-47 | Redline (Field-Tested)', 1000),
    itemAt('Sticker | Crown (Foil)', 5000, { kind: 'sticker' }),
    itemAt('Sticker | New', 900, { kind: 'sticker' }),
  ]);
  const rarities = async () => (name: string) => (name === 'Sticker | New' ? undefined : ('legendary' as const));

  test('colours the item’s drawing and is a word of its title; an unknown one is neither', async () => {
    await open({ deps: { ...env.deps, rarities } }, 'sort=item');
    const cells = Array.from(document.querySelectorAll<HTMLElement>('.rows .item-name'));
    const rarityIn = (cell: HTMLElement) => cell.querySelector<SVGElement>('.drawing')?.dataset['rarity'];
    expect(cells.map((cell) => [rarityIn(cell), cell.title])).toEqual([
      ['legendary', 'AK-47 | Redline (Field-Tested) · Classified'],
      ['legendary', 'Sticker | Crown (Foil) · Exotic'],
      [undefined, 'Sticker | New'],
    ]);
  });

  test('is written at the head of the item’s page', async () => {
    await open({ deps: { ...env.deps, rarities } }, 'item=AK-47 | Redline (Field-Tested)');
    expect(document.querySelector<HTMLElement>('.item-head [data-rarity]')?.dataset['rarity']).toBe('legendary');
    expect(text('.item-head')).toBe('AK-47 | Redline (Field-Tested)Classified');
  });

  test('of a file that cannot be read leaves the table as it is', async () => {
    await open({ deps: { ...env.deps, rarities: () => Promise.reject(new Error('gone')) } });
    expect(names()).toHaveLength(3);
    expect(document.querySelector('[data-rarity]')).toBeNull();
  });
});
