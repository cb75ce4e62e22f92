import { expect, test } from 'vitest';
import { itemsOn, openFinder } from './find-items.ts';

const skins = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'M4A4 | 龍王 (Dragon King) (Field-Tested)',
];
const [redline = '', asiimov = ''] = skins;

/** A card with weapon, finish and wear apart. */
const piecesOf = (name: string) =>
  name.replace(/^(.*?) \| (.*) \((.*)\)$/, '<div class="c"><b>$1</b><i>$2</i><i>$3</i><u>$2.00</u></div>');

const grid = (tiles: readonly string[]) => `<main><div class="css-grid">${tiles.join('')}</div></main>`;

test('offers without a name, joined by the float values of an answer, and none that two names share', async () => {
  const floats = ['0.2134567890', '0.2134567891', '0.2734567890', '0.3134567890', '0.3334567890'];
  const rows = floats.map((float) => `<li class="offer"><i>Float: ${float}</i><b>$4.20</b></li>`);
  const offers = [
    { id: 1, goods_id: 35_100, info: { paintwear: '0.21345678901234' } },
    { id: 2, goods_id: 35_100, info: { paintwear: 0.273456789012 } },
    { id: 3, goods_id: 35_100, info: { paintwear: 0.313456789012 } },
    { id: 4, goods_id: 35_101, info: { paintwear: 0.313456789012 } },
  ];
  const goods = [
    { goods_id: 35_100, market_hash_name: redline },
    { goods_id: 35_101, market_hash_name: asiimov },
  ];
  expect(await itemsOn(`<main><ul>${rows.join('')}</ul></main>`, [{ goods }, { offers }])).toEqual([
    redline,
    redline,
    redline,
  ]);
});

test.each([
  ['the number before a slug', 'id', (at: number) => 7_100_001 + at, (id: unknown) => `href="/item/${id}-x-slug"`],
  [
    'a key with words behind its Id',
    'stackIdWithHold',
    (at: number) => `st_${at}7_0`,
    (id: unknown) => `data-id="${id}"`,
  ],
  ['a key that ends in Hash', 'auctionHash', (at: number) => `ab${at}cdef`, (id: unknown) => `href="/market/${id}/x"`],
])('names in answers, joined by %s', async (_, key, idOf, attribute) => {
  const cards = skins.map((__, at) => `<div class="c"><a ${attribute(idOf(at))}>buy</a></div>`);
  const answer = skins.map((name, at) => ({ auction: { [key]: idOf(at) }, market_hash_name: name }));
  expect(await itemsOn(grid(cards), [answer])).toEqual(skins);
});

/** A script as Steam writes it: JSON in a string of JSON in a string of the script. */
const script = (listings: readonly object[]) => {
  const context = { queryData: JSON.stringify({ queries: [{ state: { data: { pages: [{ listings }] } } }] }) };
  return `<script>window.SSR={};window.SSR.renderContext=JSON.parse(${JSON.stringify(JSON.stringify(context))});</script>`;
};
const listingId = (at: number) => `517001000000000000${at}`;
const pictureOf = (at: number) =>
  `background-image: url(&quot;https://x.invalid/market_listings/730/${listingId(at)}/256f&quot;)`;
const listed = (at: number, name: string, more: object = {}) => ({
  listingid: listingId(at),
  description: { appid: 730, market_hash_name: name, market_bucket_group_id: 'G1807209A023004', ...more },
});
const ofGroup = (...pictures: readonly number[]) =>
  `<div class="c"><a href="/market/listings/730/G1807209A023004">AK-47 | Redline</a>
  ${pictures.map((at) => `<div style="${pictureOf(at)}"></div>`).join('')}<b>$33.61</b></div>`;

test('listings in a script of the page, by the number in the address of their picture', async () => {
  const names = [redline, 'AK-47 | Redline (Minimal Wear)', 'StatTrak™ AK-47 | Redline (Well-Worn)'];
  const data = [
    ...names.map((name, at) => listed(at, name, { appid: [730, '730', 2][at] })),
    listed(3, redline, { appid: 440 }),
    listed(4, redline),
  ];
  // One of another game, one with two pictures, one of an unknown listing.
  const cards = [ofGroup(0), ofGroup(1), ofGroup(2), ofGroup(3), ofGroup(4, 5), ofGroup(6)];
  const page = openFinder(script(data) + grid(cards));
  await page.start();
  expect(page.items()).toEqual(names);
  // A list shows its cards again for other listings.
  page.document.querySelector('.c > div')?.setAttribute('style', pictureOf(1).replaceAll('&quot;', '"'));
  await page.settle();
  expect(page.items()).toEqual([names[1], names[1], names[2]]);
});

test('listings that the page loads later, from the answer that it fetches', async () => {
  const page = openFinder(
    script([listed(0, redline), listed(1, redline), listed(2, redline)]) + grid([0, 1, 2].map((at) => ofGroup(at))),
  );
  await page.start();
  expect(page.items()).toEqual([redline, redline, redline]);
  const more = [listed(3, 'AK-47 | Redline (Minimal Wear)'), listed(4, 'StatTrak™ AK-47 | Redline (Well-Worn)')];
  page.document
    .querySelector('.css-grid')
    ?.insertAdjacentHTML('beforeend', [3, 4, 5].map((at) => ofGroup(at)).join(''));
  await page.settle();
  expect(page.items()).toHaveLength(3);
  page.finder.addAnswer(
    JSON.stringify({ data: { more: true, start: 3, total_count: 5, listings: more }, metrics: {} }),
  );
  await page.settle();
  expect(page.items().slice(3)).toEqual(more.map(({ description }) => description.market_hash_name));
});

test('a group of which only one item is listed names no other card', async () => {
  expect(await itemsOn(script([listed(0, redline)]) + grid([ofGroup(0), ofGroup(1), ofGroup(2)]))).toEqual([redline]);
});

test.each([
  ['a souvenir package', '<b>Budapest 2025 Ancient Souvenir Package</b>'],
  ['a kit that counts', '<b>StatTrak™ Music Kit | Scarlxrd, King, Scar</b>'],
])('no skins in pieces that may have a mark as a picture, though %s has its word', async (_, title) => {
  const marked = `<div class="c">${title}<u>$2.00</u></div>`;
  const shown = async (more: string) => itemsOn(grid([...skins.map(piecesOf), more]), []);
  expect(await shown(marked)).toEqual([]);
  expect(await shown('<div class="c"><b>StatTrak™ P250</b><i>Asiimov</i><i>Well-Worn</i></div>')).toHaveLength(4);
});

test('no gun in pieces on a page without marks, though no feed knows one with a mark', async () => {
  const guns = ['AWP | CMYK (Factory New)', 'AK-47 | AUTOEXEC (Field-Tested)', 'AWP | Arsenic Spill (Well-Worn)'];
  expect(await itemsOn(grid(guns.map(piecesOf)), [])).toEqual([]);
  expect(await itemsOn(grid(['StatTrak™ P250 | Asiimov (Well-Worn)', ...guns].map(piecesOf)), [])).toHaveLength(4);
});

test('no item in pieces whose twin an answer names with a mark that no card writes', async () => {
  const tornado = 'M4A4 | Tornado (Well-Worn)';
  const items = ['StatTrak™ P250 | Asiimov (Well-Worn)', 'AK-47 | Redline (Field-Tested)', 'Nova | Koi (Factory New)'];
  const shown = async (...names: string[]) =>
    itemsOn(grid([...items, tornado, ...names].map(piecesOf)), [
      { offers: [{ market_hash_name: `Souvenir ${tornado}` }] },
    ]);
  expect(await shown()).toEqual(items);
  expect(await shown(`Souvenir ${tornado}`)).toEqual([...items, tornado, `Souvenir ${tornado}`]);
});

test('no objects of an answer in pieces without a mark, though one of them is a souvenir charm', async () => {
  const items = skins.map((name, at) => {
    const [, weapon, finish, wear] = /^(.*?) \| (.*) \((.*)\)$/.exec(name) ?? [];
    return { id: `a${at}0001`, weapon, finish, wear };
  });
  const cards = grid(items.map(({ id }) => `<div class="c"><a href="/buy/${id}">buy</a><u>$2.00</u></div>`));
  const charm = { id: 'a90001', name: 'Souvenir Charm | Austin 2025 Highlight | Eco Fragger' };
  expect(await itemsOn(cards, [[charm, ...items]])).toEqual([]);
  expect(await itemsOn(cards, [[{ id: 'a90002', name: 'Souvenir M4A4 | Tornado (Well-Worn)' }, ...items]])).toEqual(
    skins,
  );
});

test('the wear and the mark in the address of a version of an item', async () => {
  const versions = ['exterior=field-tested&st=0', 'exterior=well-worn&st=0', 'exterior=field-tested&st=1'];
  const cards = versions.map(
    (query) => `<a class="c" href="/item/ak-47-redline?${query}"><p>AK-47</p><p>Redline</p><b>$33.61</b></a>`,
  );
  expect(await itemsOn(grid(cards))).toEqual([
    redline,
    'AK-47 | Redline (Well-Worn)',
    'StatTrak™ AK-47 | Redline (Field-Tested)',
  ]);
});

test('names that lack their bar, and have a word of the page’s language before them', async () => {
  const cards = [
    '<div class="c" id="71001"><p>★ Karambit Doppler</p><p>Factory New</p></div>',
    '<div class="c" id="71002"><img alt="Arme Kilowatt Case Kilowatt Case"><p>Arme Kilowatt Case</p><p>Kilowatt Case</p></div>',
    `<div class="c"><p>${redline}</p></div>`,
  ];
  const answer = [
    { id: 71_001, name: '★ Karambit | Doppler (Factory New)' },
    { id: 71_002, name: 'Kilowatt Case' },
  ];
  expect(await itemsOn(grid(cards), answer)).toEqual(['★ Karambit | Doppler (Factory New)', 'Kilowatt Case', redline]);
});

const [agent, sticker, slab] = [
  'Ground Rebel  | Elite Crew',
  'Sticker | niko  | London 2018',
  'Sticker Slab | AdreN (Foil)  | MLG Columbus 2016',
];

test('names with two spaces before their bar, wherever they stand, and others that the page writes so', async () => {
  const cards = [
    `<div class="c"><p>\n  ${agent}\n</p></div>`,
    `<div class="c"><img alt="${sticker}"></div>`,
    `<div class="c"><a href="/market/${encodeURIComponent(slab)}">buy</a></div>`,
    '<div class="c" id="71001"><p>Michael Syfers | FBI Sniper</p></div>',
    '<div class="c"><p>AK-47  | Redline (Field-Tested)</p></div>',
  ];
  const answer = [{ id: 71_001, name: 'Michael Syfers  | FBI Sniper' }];
  expect(await itemsOn(grid(cards), [answer])).toEqual([agent, sticker, slab, 'Michael Syfers  | FBI Sniper', redline]);
  // On a gun a sticker is no item.
  const guns = skins.map((name) => `<div class="c"><p>${name}</p><img alt="${sticker}"></div>`);
  expect(await itemsOn(grid(guns))).toEqual(skins);
});

test.each([
  ['names it by a slug and an id', '/item/4711-ak-47-redline-field-tested', [redline]],
  ['names it exactly', `/listings/${encodeURIComponent(redline)}?sort=price`, [redline]],
  ['names its StatTrak twin', '/item/stattrak-ak-47-redline-field-tested', []],
  ['names another wear', '/item/ak-47-redline-well-worn', []],
  ['names no item', '/item/4711', []],
])('an item’s own page, whose address %s', async (_, path, expected) => {
  const html = `<nav>${redline}</nav><main><section><h1>AK-47 | Redline</h1><p>Field-Tested</p><b>$33.61</b></section></main>`;
  const page = openFinder(html, { url: `https://market.invalid${path}` });
  await page.start();
  expect([...page.found()].map(([card, { item, listing }]) => [card.localName, item, listing])).toEqual(
    expected.map((item) => ['section', item, undefined]),
  );
});

test('an item’s own page, with a picture that has its name beside the text, gets one overlay', async () => {
  const picture = `<div><img alt="${redline}" src="/1.png"></div>`;
  const html = `<main><div>${picture}<section><h1>${redline}</h1><b>$33.61</b></section></div></main>`;
  const page = openFinder(html, { url: 'https://market.invalid/item/ak-47-redline-field-tested' });
  await page.start();
  expect([...page.found()].map(([card, { item }]) => [card.localName, item])).toEqual([['section', redline]]);
});

test.each([
  ['answers later', 'works'],
  ['has no table yet', 'hasTable'],
] as const)('a worker that %s', async (_, lacks) => {
  const page = openFinder(grid(skins.map((name) => `<div class="c">${name}</div>`)));
  page.current[lacks] = false;
  await page.start();
  expect(page.found().size).toBe(0);
  page.current[lacks] = true;
  if (lacks === 'works') page.pass(3000);
  else page.finder.refresh();
  await page.settle();
  expect(page.items()).toEqual(skins);
});

test('no case that a card with a float value leads with', async () => {
  const cases = ['Kilowatt Case', 'Recoil Case', 'Clutch Case'];
  const shown = (more: string) =>
    itemsOn(grid(cases.map((name) => `<div class="c"><h3>${name}</h3>${more}<u>$2.00</u></div>`)));
  expect(await shown('<i>new</i>')).toEqual(cases);
  expect(await shown('<i>0.2134567890</i>')).toEqual([]);
});

test('a list that shows its cards again for other items, whose pictures come later', async () => {
  const names = [redline, asiimov, 'Desert Eagle | Printstream (Field-Tested)'];
  const page = openFinder(grid(names.map((name) => `<div class="c"><img alt="${name}"><p>${name}</p></div>`)));
  await page.start();
  names.reverse();
  for (const picture of page.document.querySelectorAll('img')) picture.removeAttribute('alt');
  for (const [at, title] of page.document.querySelectorAll('.c p').entries()) title.textContent = names[at] ?? '';
  await page.settle();
  expect(page.items()).toEqual(names);
});
