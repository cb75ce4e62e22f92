import { describe, expect, test } from 'vitest';
import { itemsOn, openFinder } from './find-items.ts';

const skins = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'M4A4 | 龍王 (Dragon King) (Field-Tested)',
];
const [redline = '', asiimov = ''] = skins;

/** A grid as a framework renders it: hashed classes, the name in an attribute and in a text. */
const tile = (name: string, more = '') =>
  `<div class="css-1x2 tile"><a class="css-9" href="/i/1"><img alt="${name}"></a><div class="t">${name}</div>${more}<b>$4.20</b></div>`;
const grid = (tiles: readonly string[]) => `<main><div class="css-grid">${tiles.join('')}</div></main>`;

describe('pages that no adapter knows', () => {
  test('a grid whose tiles carry JSON of their own', async () => {
    const tiles = skins.map(
      (name, at) => `<div class="c" data-props='{"item":"${name}","at":${at}}'><p>${name}</p></div>`,
    );
    expect(await itemsOn(grid(tiles))).toEqual(skins);
  });

  test('a grid', async () => {
    expect(await itemsOn(grid(skins.map((name) => tile(name))))).toEqual(skins);
  });

  test('a table, whose rows are the cards', async () => {
    const rows = skins.map((name) => `<tr><td><img alt="${name}"></td><td>${name}</td><td>$1</td></tr>`);
    const page = openFinder(`<table><thead><tr><th>Item</th></tr></thead><tbody>${rows.join('')}</tbody></table>`);
    await page.start();
    expect([...page.found().keys()].map(({ localName }) => localName)).toEqual(['tr', 'tr', 'tr']);
    expect(page.items()).toEqual(skins);
  });

  test('an item page with equal offers, and other items below', async () => {
    const offers = Array.from(
      { length: 4 },
      (_, at) => `<li class="offer"><span>${redline}</span><i>0.2${at}12</i></li>`,
    );
    const others = [asiimov, 'Kilowatt Case'].map((name) => `<div class="rel">${name}</div>`);
    const html = `<main><h1>${redline}</h1><ul>${offers.join('')}</ul><section>${others.join('')}</section></main>`;
    expect(await itemsOn(html)).toEqual([redline, redline, redline, redline, asiimov, 'Kilowatt Case']);
  });

  test('names in answers, joined by an id that only one name has', async () => {
    const cards = [71001, 71002, 71003, 71004].map((id) => `<div class="c"><a href="/item/${id}">buy</a></div>`);
    const answer = {
      data: skins.map((name, at) => ({
        id: 71_001 + at,
        item: { market_hash_name: name, stickers: [{ id: 71_004, name: 'Sticker | Crown (Foil)' }] },
      })),
    };
    expect(await itemsOn(grid(cards), [answer])).toEqual(skins);
  });

  test('pieces of a name, with the only wear of the card', async () => {
    const pieces = [
      ['AK-47', 'Redline', 'FT'],
      ['StatTrak™ AWP', 'Asiimov', 'Field-Tested'],
      ['★ Karambit', 'Doppler Phase 2', 'FN / 0.0123'],
      ['★ Karambit', 'Phase 2', 'Doppler', 'Factory New'],
      ['AK-47', 'Sticker | Crown (Foil)', "Charm | Lil' Squirt", 'Redline', 'FT'],
      ['CZ75-Auto', 'Emerald', 'Factory New'],
    ];
    const cards = pieces.map((texts) => `<div class="c">${texts.map((text) => `<p>${text}</p>`).join('')}</div>`);
    expect(await itemsOn(grid(cards))).toEqual([
      redline,
      'StatTrak™ AWP | Asiimov (Field-Tested)',
      '★ Karambit | Doppler (Factory New)',
      '★ Karambit | Doppler (Factory New)',
      redline,
      'CZ75-Auto | Emerald (Factory New)',
    ]);
  });

  test('a page that changes: a recycled card, a new card, a card that leaves', async () => {
    const page = openFinder(grid([...skins, asiimov].map((name) => `<div class="c">${name}</div>`)));
    await page.start();
    const cards = [...page.document.querySelectorAll('.c')];
    const [first, second] = cards;
    if (first?.firstChild) first.firstChild.nodeValue = 'Kilowatt Case';
    // At once, before any task: nothing but what the card says now.
    expect([...page.found()].find(([card]) => card === first)?.[1].item ?? 'Kilowatt Case').toBe('Kilowatt Case');
    second?.remove();
    first?.parentElement?.insertAdjacentHTML('beforeend', `<div class="c">${redline}</div>`);
    await page.settle();
    expect(page.items()).toEqual(['Kilowatt Case', skins[2], asiimov, redline]);
  });
});

describe('a refresh', () => {
  const later = 'AK-47 | Later (Field-Tested)';
  const openRefreshed = async () => {
    const page = openFinder(grid([...skins, later].map((name) => tile(name))));
    await page.start();
    const before = page.asked.length;
    return { ...page, askedSince: () => page.asked.slice(before).flat() };
  };

  test('of the same table asks for no name again, and no card loses its prices', async () => {
    const page = await openRefreshed();
    for (let minutes = 0; minutes < 3; minutes++) {
      page.finder.refresh();
      expect(page.finder.find().size).toBe(3);
      await page.settle();
    }
    expect(page.askedSince()).toEqual([]);
    expect(page.changes()).toBe(1);
    expect(page.found().size).toBe(3);
  });

  test('of a newer table asks for the names that the old one lacked, and no card loses its prices', async () => {
    const page = await openRefreshed();
    Object.assign(page.current, { version: '2', table: new Set([...skins, later]) });
    page.finder.refresh();
    expect(page.finder.find().size).toBe(3);
    await page.settle();
    expect(page.askedSince()).toContain(later);
    expect(page.items()).toEqual([...skins, later]);
  });
});

describe('pages that are no marketplace', () => {
  test('an article and a forum mention items within their text', async () => {
    const posts = skins.map(
      (name) =>
        `<div class="post"><p>I sold my <b>${name}</b> and bought a <a href="/x">Kilowatt Case</a> today.</p></div>`,
    );
    expect(await itemsOn(`<main>${posts.join('')}</main>`)).toEqual([]);
  });

  test('a shop of other things', async () => {
    const wares = ['AK-47 poster', 'Redline | Energy Drink', 'Case for phones (Factory New)', 'Karambit | Trainer'];
    expect(await itemsOn(grid(wares.map((name) => tile(name))))).toEqual([]);
  });

  test('under three items', async () => {
    expect(await itemsOn(grid(skins.slice(0, 2).map((name) => tile(name))))).toEqual([]);
  });

  test('a page without anything like a name asks for nothing', async () => {
    const page = openFinder(
      `<main>${'<section class="s"><h2>News</h2><p>A long text.</p><a href="/a/b">more</a></section>'.repeat(200)}</main>`,
    );
    await page.start();
    expect(page.asked).toEqual([]);
  });
});

describe('words that contradict a name', () => {
  const others = [asiimov, 'Kilowatt Case', '★ Karambit | Doppler (Factory New)'].map((name) => tile(name));
  const itemsWith = async (more: string) => {
    const items = await itemsOn(grid([tile(redline, more), ...others]));
    expect(items.slice(-3)).toEqual([asiimov, 'Kilowatt Case', '★ Karambit | Doppler (Factory New)']);
    return items.slice(0, -3);
  };

  test.each([
    '<i>StatTrak™</i>',
    '<i>ST</i>',
    '<i class="badge-stattrak"></i>',
    '<i>Souvenir</i>',
    '<i>SV</i>',
    '<i>MW 0.08</i>',
    '<i>Minimal Wear</i>',
    '<i>崭新出厂</i>',
    '<a href="/x/ak-47-redline-well-worn">x</a>',
    '<i>★</i><i>★ Bayonet</i>',
    '<i>Phase 2</i>',
    '<i>AWP</i>',
    '<i>AK-47 | Vulcan</i>',
    `<i>${asiimov}</i>`,
  ])('%s', async (more) => {
    expect(await itemsWith(more)).toEqual([]);
  });

  test.each([
    '<i>Field-Tested</i>',
    '<i>FT</i>',
    '<i>AK-47</i>',
    '<i>AK-47 | Redline</i>',
    '<i>★★★★☆</i>',
    '<i>0.2312</i>',
    '<i>Buy now</i>',
    `<button>Add ${redline} to cart</button>`,
    '<i>Classified Rifle</i>',
    '<img alt="Sticker | Crown (Foil)"><img alt="Charm | Lil\' Squirt">',
  ])('not %s', async (more) => {
    expect(await itemsWith(more)).toEqual([redline]);
  });

  test('a phase of a Doppler is told, and two are not', async () => {
    const karambit = '★ Karambit | Doppler (Factory New)';
    const page = openFinder(
      grid([
        tile(karambit, '<i>Phase 2</i>'),
        tile(redline),
        tile(asiimov),
        tile(karambit, '<i>Ruby</i><i>Phase 1</i>'),
      ]),
    );
    await page.start();
    expect([...page.found().values()].map(({ phase }) => phase)).toEqual(['Phase 2', undefined, undefined, undefined]);
  });
});

describe('names that are pieces or labels', () => {
  const rest = skins.map((name) => tile(name));
  const first = async (card: string) => (await itemsOn(grid([card, ...rest]))).slice(0, -3);

  test.each([
    ['a knife above its finish', '<div class="css-1x2 tile"><p>★ Karambit</p><p>Fade</p><p>$9</p></div>'],
    [
      'a case as the origin of a skin',
      '<div class="css-1x2 tile"><p>AK-47</p><p>Redline</p><p>Kilowatt Case</p></div>',
    ],
    ['a case below another title', '<div class="css-1x2 tile"><p>Красная линия</p><p>Kilowatt Case</p></div>'],
    [
      'a sticker on a gun',
      '<div class="css-1x2 tile"><p>沙漠之鹰 | 印花集 (久经沙场)</p><img alt="Sticker | Crown (Foil)"></div>',
    ],
    [
      'a sticker whose finish stands apart in a picture',
      '<div class="css-1x2 tile"><p>Natus Vincere | Katowice 2019</p><p>Sticker</p></div>',
    ],
    ['a skin without its wear', '<div class="css-1x2 tile"><p>AK-47 | Redline</p><p>$9</p></div>'],
    ['a skin with two wears', '<div class="css-1x2 tile"><p>AK-47 | Redline</p><p>FT $9</p><p>MW $12</p></div>'],
  ])('%s', async (_, card) => {
    expect(await first(card)).toEqual([]);
  });

  test('a skin without a mark, on a page that writes no marks: it may be a picture', async () => {
    const cards = ['Redline', 'Vulcan', 'Case Hardened'].map(
      (finish) => `<div class="c"><p>AK-47 | ${finish}</p><p>Field-Tested</p></div>`,
    );
    expect(await itemsOn(grid(cards))).toEqual([]);
    expect(
      (await itemsOn(grid([...cards, '<div class="c"><p>StatTrak™ AWP | Asiimov</p><p>Field-Tested</p></div>'])))
        .length,
    ).toBe(4);
  });
});
