import { expect, test } from 'vitest';
import { siteOf } from '../../sites/page.ts';
import { itemsOn } from './find-items.ts';

test('type lines, vanilla knives with a wear, and slabs', async () => {
  const cards = [
    '<div class="c"><i>★ Covert Knife</i><p>★ Karambit</p><i>Vanilla</i><i>FT 0.2312</i></div>',
    '<div class="c"><i>Base Grade Container</i><p>Kilowatt Case</p></div>',
    `<div class="c"><i>Covert Sniper Rifle</i><p>AWP | Asiimov (Field-Tested)</p></div>`,
    '<div class="c"><p>Sticker | Crown (Foil)</p><i>Sticker Slab</i></div>',
  ];
  const others = ['Kilowatt Case', 'AWP | Asiimov (Field-Tested)', 'Sticker Slab | Crown (Foil)'];
  expect(await itemsOn(`<main>${cards.join('')}</main>`)).toEqual(['★ Karambit', ...others]);
  // A knife whose finish a picture alone shows.
  expect(await itemsOn(`<main>${cards.join('').replace('Vanilla', '')}</main>`)).toEqual(others);
  // A slab of another sticker contradicts the title.
  const other = cards.join('').replace('<i>Sticker Slab</i>', '<i>Sticker Slab | Howling Dawn</i>');
  expect(await itemsOn(`<main>${other}</main>`)).not.toContain('Sticker Slab | Crown (Foil)');
  // A machine wrote the sticker's name, and the type contradicts it.
  const written = cards.join('').replace('<p>Sticker |', '<p data-hash-name="Sticker | Crown (Foil)">Sticker |');
  expect(await itemsOn(`<main>${written}</main>`)).toEqual(['★ Karambit', ...others.slice(0, 2)]);
});

test('a knife from a price is a group, which may have StatTrak™, unless a machine wrote the name', async () => {
  const others = ['AK-47 | Redline (Field-Tested)', 'AWP | Asiimov (Field-Tested)', 'Kilowatt Case'];
  const card = (name: string, more = '') => `<div class="c"><p>${name}</p>${more}</div>`;
  const items = (more: string, name = '★ Bayonet') =>
    itemsOn(`<main>${others.map((other) => card(other)).join('')}${card(name, more)}</main>`);
  for (const label of ['Starting at:', 'from', 'Ab', 'desde', 'от'])
    expect(await items(`<i>${label} $300.00</i>`)).toEqual(others);
  expect(await items('<i>from $5.00</i>', 'Music Kit | Daniel Sadowski, Crimson Assault')).toEqual(others);
  expect(await items('<i>$300.00</i>')).toEqual([...others, '★ Bayonet']);
  expect(await items('<i data-hash-name="★ Bayonet">Starting at: $300.00</i>')).toEqual([...others, '★ Bayonet']);
});

test('the item page of a group "vanilla and StatTrak™" has no item by the group’s name alone', async () => {
  const [plain, statTrak] = ['★ Karambit', '★ StatTrak™ Karambit'];
  const card = (address: string) =>
    `<div><i style="background-image: url(https://community.example/${address}/256fx256f)"></i><a href="/market/listings/730/G18FB">${plain}</a><b>$900</b></div>`;
  const itemsAt = (addresses: readonly string[]) => {
    const listings = [plain, statTrak, plain, plain].map((name, at) => ({
      listingid: `517002000000000000${at}`,
      description: { market_hash_name: name, market_bucket_group_name: plain, icon_url: 'i0CoZ81Ui0m-9KwlBY1L' },
    }));
    const html = `<main><h1>${plain}</h1><div>${addresses.map(card).join('')}</div></main>`;
    return itemsOn(html, [{ listings }], { unsureNames: siteOf('steam').unsureNames });
  };
  const shots = [0, 1, 2, 3].map((at) => `market_listings/economy/730/517002000000000000${at}`);
  // The second is of StatTrak™, which its card does not say.
  expect(await itemsAt(shots)).toEqual([plain, plain, plain]);
  expect(await itemsAt(shots.map(() => 'economy/image/i0CoZ81Ui0m-9KwlBY1L'))).toEqual([]);
});

test('items in pieces without a mark whose slug is in their link', async () => {
  const itemsIn = (link: string) =>
    itemsOn(`<main>${`<div class="c">${link}<b>P250</b><i>Asiimov</i><i>Well-Worn</i></div>`.repeat(3)}</main>`);
  const itemsWith = (slug: string) => itemsIn(`<a href="/market/csgo/${slug}/"></a>`);
  expect(await itemsWith('p250-asiimov-well-worn')).toEqual(Array(3).fill('P250 | Asiimov (Well-Worn)'));
  for (const slug of ['stattrak-p250-asiimov-well-worn', 'souvenir-p250-asiimov-well-worn', 'p250'])
    expect(await itemsWith(slug)).toEqual([]);
  expect(await itemsIn('<img src="/pictures/p250-asiimov-well-worn">')).toEqual([]);
});
