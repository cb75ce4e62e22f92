import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wearOf } from '#core/items/item-kinds.ts';
import { runs, seed } from '../../seed.ts';
import { catalogue, openFinder } from './find-items.ts';

/** Some names of every kind, with their neighbours: other wears, marks and finishes of the same skin. */
const names = [...catalogue].filter((name) =>
  /^(?:★ )?(?:StatTrak™ |Souvenir )?(?:AK-47 \| Redline|AWP \| Asiimov|Karambit|M4A4 \| |Bayonet \| Doppler)|Kilowatt Case$|^Sticker \| (?:Crown|Natus Vincere)|^Charm/.test(
    name,
  ),
);

const words = fc.constantFrom(
  '$4.20',
  'Buy',
  '0.2312',
  'FT',
  'MW',
  'FN 0.01',
  'Field-Tested',
  'Minimal Wear',
  'StatTrak™',
  'ST',
  'Souvenir',
  '★',
  'Phase 2',
  'Ruby',
  'Redline',
  'Fade',
  'Case',
  'Sticker',
  'Holo',
  'AK-47',
  'AWP',
  '★ Karambit',
  'New',
  'Kilowatt Case',
);
const name = fc.constantFrom(...names);

/** The pieces that a site may show of a name. */
const shown = name.chain((whole) => {
  const wear = wearOf(whole);
  const base = wear ? whole.slice(0, -wear.length - 3) : whole;
  const pieces = [
    [whole],
    [base, ...(wear ? [wear] : [])],
    base.split(' | '),
    [...base.split(' | '), ...(wear ? [wear] : [])],
  ];
  return fc.record({
    whole: fc.constant(whole),
    texts: fc.constantFrom(...pieces),
    more: fc.array(words, { maxLength: 3 }),
  });
});

const place = fc.constantFrom(
  (text: string) => `<p>${text}</p>`,
  (text: string) => `<img alt="${text}">`,
  (text: string) => `<span title="${text}">i</span>`,
  (text: string) => `<a href="/x/${encodeURIComponent(text)}">go</a>`,
  (text: string) => `<p style="display:none">${text}</p>`,
  (text: string) => `<p aria-hidden="true">${text}</p>`,
);

const card = fc.record({ shown, places: fc.array(place, { minLength: 5, maxLength: 5 }), isNested: fc.boolean() });

/** Letters of a text, without signs. */
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');

function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[style]')) hidden.remove();
  return copy.textContent;
}

test('no random page shows an item that its card does not name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 3, maxLength: 8 }), async (cards) => {
      const html = cards.map(({ shown: { texts, more }, places, isNested }) => {
        const inner = [...texts, ...more].map((text, at) => places[at % places.length]?.(text) ?? '').join('');
        return `<div class="c">${isNested ? `<div>${inner}</div>` : inner}</div>`;
      });
      const page = openFinder(`<main>${html.join('')}</main>`);
      await page.start();
      for (const [element, { item }] of page.found()) {
        // Every word of the item is among the words of its card, and so is its wear, in full or in short.
        const said = letters(decodeURIComponent(element.outerHTML));
        const wear = wearOf(item);
        const base = wear ? item.slice(0, -wear.length - 3) : item;
        const short = wear?.replace(/[^A-Z]/g, '').toLowerCase() ?? '';
        // A gem is said in place of its finish: "★ Karambit", "Ruby".
        const isGem = /ruby|sapphire|blackpearl|emerald/.test(said);
        const unsaid = base
          .split(/[ |()]+/)
          .filter((word) => word !== '★' && word !== '™' && !said.includes(letters(word)))
          .filter((word) => !(isGem && (word === 'Gamma' || word === 'Doppler')));
        expect(unsaid).toEqual([]);
        expect(wear === undefined || said.includes(letters(wear)) || said.includes(short)).toBe(true);
        // A mark that the card states is in the name.
        expect(/stattrak/i.test(visibleText(element)) && !item.includes('StatTrak')).toBe(false);
        expect(element.parentElement?.localName).toBe('main');
      }
      page.finder.stop();
    }),
    { seed, numRuns: runs(30) },
  );
});
