import { expect, test } from 'vitest';
import { wearPlace } from '#core/items/item-kinds.ts';
import { worn } from '#sites/reading/rows.ts';
import { cardsIn, documentAt, pages } from './page.ts';

/** Wear values that the cards of a site's sample pages have, and how many of them the item's own wear allows. */
function wearValuesOf(site: string): string {
  const values = pages
    .filter((page) => page.site === site)
    .flatMap(({ url, html }) => cardsIn(site, documentAt(url, html)))
    .flatMap(({ read }) =>
      typeof read === 'object' && read.wearValue !== undefined ? [[read.item, read.wearValue] as const] : [],
    );
  return `${site} ${values.length} ${values.filter(([item, value]) => wearPlace(item, value)).length}`;
}

test.each([
  [0.07, 0.07],
  ['0.1512', 0.1512],
  [0, undefined],
  ['0', undefined],
  [1, undefined],
  ['0,15', undefined],
  [null, undefined],
])('a field of %j is the wear value %s', (field, value) => expect(worn(field)?.wearValue).toBe(value));

test('the wear value is read where a card stands for one piece', () => {
  const sites = [...new Set(pages.map(({ site }) => site))];
  expect(sites.map(wearValuesOf).filter((line) => !line.endsWith(' 0 0'))).toEqual([
    ...['bitskins 14 5', 'buff163 8 8', 'buffmarket 4 4', 'csfloat 26 23', 'csgoempire 12 4', 'csmoney 17 4'],
    ...['dmarket 25 8', 'lisskins 18 5', 'pirateswap 5 5', 'shadowpay 17 7', 'skinbid 21 7', 'skinflow 7 7'],
    ...['steam 12 12', 'waxpeer 2 0', 'whitemarket 16 4', 'youpin 6 6'],
  ]);
});
