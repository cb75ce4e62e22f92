import { expect, test } from 'vitest';
import { openCards } from './panel-page.ts';

const { hoverOffset } = await import('#page/panel/hover-place.ts');

/** A card of 200 × 300 px with parts at these heights; its overlay of 84 px has its place at `at`. */
function place(at: number, parts: readonly (readonly [markup: string, top: number, height: number])[]): number {
  const { cards, document } = openCards('AK');
  const [ak] = cards;
  if (!ak) throw new Error('no card');
  const lay = (element: Element | null | undefined, top: number, height: number) =>
    Object.assign(element ?? {}, {
      getBoundingClientRect: () => ({ left: 0, right: 200, top, bottom: top + height, width: 200, height }),
    });
  lay(ak.card, 0, 300);
  lay(ak.host.element, at, 0);
  lay(ak.host.root.querySelector('.overlay'), at + 2, 84);
  ak.host.card = ak.card;
  for (const [markup, top, height] of parts) {
    const part = document.createElement('div');
    part.innerHTML = markup;
    ak.card.append(part);
    lay(part.firstElementChild, top, height);
  }
  return at + hoverOffset(ak.host);
}

const price = ['<b>$34.89</b>', 200, 20] as const;
const buy = ['<button>Buy</button>', 225, 30] as const;
const name = ['<i>Redline</i>', 0, 300] as const;

test('an overlay on hover stays in its place where it covers no number and no button', () => {
  expect(place(205, [['<b>$34.89</b>', 180, 20], name])).toBe(207);
});

test.each([
  ['the price and the button below it', [price, buy]],
  ['the price, where the card ends below it', [['<b>$34.89</b>', 260, 20]]],
] as const)('it leaves free %s', (_, parts) => {
  const top = place(222, parts);
  for (const [, from, height] of parts) expect(top + 84 <= from || top >= from + height).toBe(true);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top + 84).toBeLessThanOrEqual(300);
});

test('it covers least where everything is needed', () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`<b>${at}</b>`, at * 10, at < 15 ? 5 : 10] as const);
  expect(place(222, rows)).toBeLessThan(75);
});
