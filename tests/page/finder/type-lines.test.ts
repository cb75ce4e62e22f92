import { expect, test } from 'vitest';
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
  const items = (more: string) =>
    itemsOn(`<main>${others.map((name) => card(name)).join('')}${card('★ Bayonet', more)}</main>`);
  for (const label of ['Starting at:', 'from', 'Ab', 'desde', 'от'])
    expect(await items(`<i>${label} $300.00</i>`)).toEqual(others);
  expect(await items('<i>$300.00</i>')).toEqual([...others, '★ Bayonet']);
  expect(await items('<i data-hash-name="★ Bayonet">Starting at: $300.00</i>')).toEqual([...others, '★ Bayonet']);
});
