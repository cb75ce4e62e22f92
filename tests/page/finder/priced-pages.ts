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

/** What an item costs on the reference market, USD cents. */
export const costs = (name: string): number => Math.round(40 * 1.9 ** Math.max(0, goods.indexOf(name)));

export const printed = (dollars: number): string => dollars.toFixed(2);

/** The card of an item. */
export const tile = (name: string, prices: string): string => `<div class="c"><p>${name}</p>${prices}</div>`;
