import { describe, expect, test } from 'vitest';
import { itemsOn } from './find-items.ts';

/** Weapon, finish and wear of what stands in pieces. */
const skins = [
  ['AK-47', 'Redline', 'Field-Tested'],
  ['AWP', 'Asiimov', 'Battle-Scarred'],
  ['StatTrak™ M4A1-S', 'Hyper Beast', 'Minimal Wear'],
  ['P250', 'Sand Dune', 'Factory New'],
  ['Glock-18', 'Water Elemental', 'Minimal Wear'],
  ['Desert Eagle', 'Printstream', 'Field-Tested'],
  ['Souvenir M4A1-S', 'Knight', 'Factory New'],
] as const;
const names = skins.map(([weapon, finish, wear]) => `${weapon} | ${finish} (${wear})`);

type Layout = (pieces: readonly [string, string, string], tag: string, seller: string) => string;

/** Where shops write the seller's name and the tag that a player gave to the item. */
const layouts: Readonly<Record<string, Layout>> = {
  'classes, tag below the name': ([weapon, finish, wear], tag, seller) =>
    `<h4>${weapon}</h4><h5>${finish}</h5>${tag && `<q class="tag">${tag}</q>`}<i class="wear">${wear}</i><b>$2.00</b><em class="by">${seller}</em>`,
  'seller first': ([weapon, finish, wear], tag, seller) =>
    `<em class="by">${seller}</em><h4>${weapon}</h4><h5>${finish}</h5><i class="wear">${wear}</i><b>$2.00</b>${tag && `<q>${tag}</q>`}`,
  'wear above': ([weapon, finish, wear], tag, seller) =>
    `<i class="wear">${wear}</i><b>$2.00</b><h4>${weapon}</h4><h5>${finish}</h5>${tag && `<q>${tag}</q>`}<em>${seller}</em>`,
  'without a class': ([weapon, finish, wear], tag, seller) =>
    `<p>${weapon}</p><p>${finish}</p><p>${wear}</p><p>$2.00</p><p>${tag}</p><p>${seller}</p>`,
  'in one row': ([weapon, finish, wear], tag, seller) =>
    `<p><span>${weapon} | ${finish}</span><span>${wear}</span><span>${tag}</span><span>${seller}</span></p><b>$2.00</b>`,
};

const words = [
  'Souvenir shop',
  'Souvenir',
  'StatTrak™ lover',
  'StatTrak™',
  'my StatTrak',
  'ST',
  'FN',
  'Factory New',
  'FN only',
  'BS',
  'like Factory New',
  'AWP | Dragon Lore (Factory New)',
  'Kilowatt Case',
  'Highlight',
];
const sellers = ['nightshift', 'Buff King', 'mr. cs', 'anna', 'skin lord', 'trader 7', 'nobody'];

const page = (layout: Layout, at: number, tag: string, seller: string, wearless: boolean) => {
  const cards = skins.map(([weapon, finish, wear], index) => {
    const isVictim = index === at;
    const shown = isVictim && wearless ? 'unbekannt' : wear;
    return `<div class="c">${layout([weapon, finish, shown], isVictim ? tag : '', (isVictim && seller) || sellers[index] || '')}</div>`;
  });
  return `<main>${cards.join('')}</main>`;
};

describe.each(Object.entries(layouts))('%s', (_, layout) => {
  test('its cards are found, so that the others can fail', async () => {
    expect(await itemsOn(page(layout, -1, '', '', false))).toEqual(names);
  });

  test.each(words)('"%s" as a tag or as a seller makes no other item', async (word) => {
    for (const at of [0, 3])
      for (const [tag, seller] of [
        [word, ''],
        ['', word],
        [word, word],
      ] as const)
        for (const wearless of [false, true]) {
          const found = await itemsOn(page(layout, at, tag, seller, wearless));
          expect(names, `${at} ${tag} ${seller} ${wearless}`).toEqual(expect.arrayContaining([...found]));
          if (wearless) expect(found, `${at} ${tag} ${seller}`).not.toContain(names[at]);
          expect(found.length).toBeGreaterThanOrEqual(names.length - 1);
        }
  });
});

test('a tag is no item, also where the names are in another language and without a bracket', async () => {
  const cases = ['Ящик Киловатт', 'Ящик Отдача', 'Хромированный ящик', 'Ящик Призма', 'Ящик Спектр'];
  const tag = 'AWP | Dragon Lore (Factory New)';
  const tags = [`<q class="tag">${tag}</q>`, `<q title="${tag}">✎</q>`];
  for (const each of tags) {
    const cards = cases.map((name, at) => `<div class="c"><h4>${name}</h4>${at === 1 ? each : ''}<b>$2.00</b></div>`);
    const named = ['Kilowatt Case', 'Recoil Case', 'Clutch Case'].map(
      (name) => `<div class="c"><h4>${name}</h4></div>`,
    );
    expect(await itemsOn(`<main>${[...cards, ...named].join('')}</main>`)).toEqual([
      'Kilowatt Case',
      'Recoil Case',
      'Clutch Case',
    ]);
  }
});

test('no field that people fill in makes an object of an answer another item', async () => {
  const fields = ['nametag', 'user', 'description'];
  for (const word of ['StatTrak™ lover', 'Souvenir', 'FN', 'Factory New'])
    for (const field of fields) {
      const rows = skins.map(([weapon, finish, wear], at) => ({
        ...{ id: `a${at}0001`, weapon, finish },
        ...(at === 3 ? { [field]: field === 'user' ? { name: word } : word } : { exterior: wear }),
      }));
      const cards = rows.map(({ id }) => `<div class="c"><a href="/buy/${id}">buy</a><b>$2.00</b></div>`);
      const found = await itemsOn(`<main>${cards.join('')}</main>`, [rows]);
      expect(found, `${field} ${word}`).toEqual(names.filter((_, at) => at !== 3));
    }
});

test('a Highlight package is no package without it, and a wear in an unknown language is a doubt', async () => {
  const packages = ['Austin 2025 Anubis Souvenir Package', 'Austin 2025 Dust II Souvenir Package', 'Kilowatt Case'];
  const cards = packages.map(
    (name, at) => `<div class="c"><p>${name}</p>${at ? '' : '<i>Highlight Base Grade Container</i>'}</div>`,
  );
  const found = await itemsOn(`<main>${cards.join('')}<div class="c"><p>Recoil Case</p></div></main>`);
  expect(found).toEqual(['Austin 2025 Dust II Souvenir Package', 'Kilowatt Case', 'Recoil Case']);
  for (const [wear, isKnown] of [
    ['после полевых испытаний', true],
    ['Почти без износа', false],
  ] as const) {
    const rows = names.map((name, at) => ({ id: `a${at}0001`, market_hash_name: name }));
    const html = rows.map(
      ({ id }, at) =>
        `<div class="c"><a href="/buy/${id}">АК-47 | Красная линия (${at ? 'прямо с завода' : wear})</a></div>`,
    );
    const items = await itemsOn(`<main>${html.join('')}</main>`, [rows]);
    expect(items.includes(names[0] ?? '')).toBe(isKnown);
  }
});
