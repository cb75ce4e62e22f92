import { expect, test } from 'vitest';
import { itemsOn } from './find-items.ts';

test('items in pieces without a mark whose slug is in their link', async () => {
  const itemsIn = (link: string) =>
    itemsOn(`<main>${`<div class="c">${link}<b>P250</b><i>Asiimov</i><i>Well-Worn</i></div>`.repeat(3)}</main>`);
  const itemsWith = (slug: string) => itemsIn(`<a href="/market/csgo/${slug}/"></a>`);
  expect(await itemsWith('p250-asiimov-well-worn')).toEqual(Array(3).fill('P250 | Asiimov (Well-Worn)'));
  for (const slug of ['stattrak-p250-asiimov-well-worn', 'souvenir-p250-asiimov-well-worn', 'p250'])
    expect(await itemsWith(slug)).toEqual([]);
  expect(await itemsIn('<img src="/pictures/p250-asiimov-well-worn">')).toEqual([]);
});
