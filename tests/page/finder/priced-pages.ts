import { openFinder } from './find-items.ts';

/** Items whose prices span a factor of thousands. */
export const goods: readonly string[] = [
  'Kilowatt Case',
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'P250 | Sand Dune (Factory New)',
  'Desert Eagle | Printstream (Field-Tested)',
  'AUG | Chameleon (Field-Tested)',
  'M4A4 | 龍王 (Dragon King) (Field-Tested)',
  '★ Karambit | Fade (Factory New)',
  'USP-S | Kill Confirmed (Minimal Wear)',
  'Sticker | Crown (Foil)',
  'StatTrak™ AK-47 | Redline (Minimal Wear)',
  'Glock-18 | Water Elemental (Minimal Wear)',
];

export const costs = (name: string): number => Math.round(40 * 1.9 ** Math.max(0, goods.indexOf(name)));

export const printed = (dollars: number): string => dollars.toFixed(2);

export const tile = (name: string, prices: string): string => `<div class="c"><p>${name}</p>${prices}</div>`;

export const asked = (dollars: number, at: number) => (dollars * (0.9 + (at % 5) / 20)).toFixed(2);

/** The listings that a page of `goods` shows; `print` makes a card's prices from what the item costs, in USD. */
export async function listingsOn(
  print: (dollars: number, at: number) => string,
  url?: string,
): Promise<readonly (string | undefined)[]> {
  const html = `<main>${goods.map((name, at) => tile(name, print(costs(name) / 100, at))).join('')}</main>`;
  const page = openFinder(html, { centsOf: costs, ...(url && { url }) });
  await page.start();
  const found = new Map([...page.found().values()].map(({ item, listing }) => [item, listing]));
  page.finder.stop();
  return goods.map((name) => found.get(name)).map((listing) => listing && `${listing.amount} ${listing.currency}`);
}
