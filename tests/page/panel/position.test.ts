import { describe, expect, test } from 'vitest';
import { type Anchor, choosePlace, positionBeside, type Size } from '#page/panel/position.ts';
import { openCards } from './panel-page.ts';

const view = { width: 1280, height: 720 };
const tall = { width: 1280, height: 1000 };
const phone = { width: 390, height: 700 };
/** Of 13 markets. */
const sizeIn = ({ width }: Size): Size => ({ width: Math.min(420, width - 8), height: 660 });

/** An overlay of 200 × 67 px, with nothing around it in its card. */
function overlay(left: number, top: number): Anchor {
  const box = { left, top, right: left + 200, bottom: top + 67 };
  return { overlay: box, card: box };
}
/** The same in a card that is 10 px wider, 180 px higher above, and as much lower as is given. */
function inCard(left: number, top: number, below: number): Anchor {
  const { overlay: box } = overlay(left, top);
  return { overlay: box, card: { left: left - 5, top: top - 180, right: left + 205, bottom: top + 67 + below } };
}

describe('a panel opens', () => {
  test.each([
    ['below its card where all of it has room', overlay(500, 100), tall, 'below', true, 420],
    ['below the card, whose buttons are below the overlay', inCard(500, 200, 40), tall, 'below', true, 420],
    ['above where there is more room', overlay(500, 700), tall, 'above', true, 420],
    ['beside where neither above nor below has room', overlay(40, 330), view, 'right', true, 420],
    ['beside a card that ends far below', inCard(40, 200, 140), tall, 'right', true, 420],
    ['beside a card rather than over its price', inCard(40, 500, 40), view, 'right', true, 420],
    ['on the left at the right edge', overlay(1060, 330), view, 'left', true, 420],
    ['narrower beside its overlay', overlay(150, 330), { width: 700, height: 720 }, 'right', true, 342],
    ['where most is seen, when all has room nowhere', overlay(100, 500), phone, 'above', true, 382],
    ['over the card where nothing else has room', inCard(90, 400, 40), phone, 'above', false, 382],
    ['over the overlay in a low window', overlay(60, 150), { width: 390, height: 400 }, 'over', false, 382],
  ] as const)('%s', (_, at, view, side, clear, width) => {
    expect(choosePlace(at, view, sizeIn(view))).toMatchObject({ side, clear, width });
  });

  test('where it was, while it shows as much there', () => {
    const last = { side: 'left', clear: true, width: 420, height: 712 } as const;
    expect(choosePlace(overlay(500, 330), view, sizeIn(view), last)).toEqual(last);
    expect(choosePlace(overlay(300, 330), view, sizeIn(view), last)).toMatchObject({ side: 'right' });
  });
});

test.each([
  [700, false],
  [300, true],
])('a panel in a window of %i px has too little room: %s', (height, isShort) => {
  const { document } = openCards('AK');
  Object.defineProperties(document.documentElement, { clientWidth: { value: 390 }, clientHeight: { value: height } });
  const panel = document.createElement('div');
  positionBeside(panel, overlay(100, 100), sizeIn(phone), undefined);
  expect(panel.hasAttribute('data-short')).toBe(isShort);
});

const { hoverOffset } = await import('#page/panel/triggers.ts');

type Part = readonly [markup: string, top: number, height: number];

/** A card of 200 × 300 px with parts at these heights; its overlay of 84 px has its place at `at`. */
function place(at: number, parts: readonly Part[], zoom = 1): number {
  const { cards, document } = openCards('AK');
  const [ak] = cards;
  if (!ak) throw new Error('no card');
  const lay = (element: Element | null | undefined, top: number, height: number) =>
    Object.assign(element ?? {}, {
      getBoundingClientRect: () => ({ left: 0, right: 200, top, bottom: top + height, width: 200, height }),
    });
  lay(ak.card, 0, 300);
  Object.assign(lay(ak.host.element, at, 0), { currentCSSZoom: zoom });
  lay(ak.host.root.querySelector('.overlay'), at + 2, 84);
  ak.host.card = ak.card;
  for (const [markup, top, height] of parts) {
    const part = document.createElement('div');
    part.innerHTML = markup;
    ak.card.append(part);
    lay(part.firstElementChild, top, height);
  }
  return at + hoverOffset(ak.host) * zoom;
}

const price = ['<b>$34.89</b>', 200, 20] as const;
const buy = ['<button>Buy</button>', 225, 30] as const;
const name = ['<i>Redline</i>', 0, 300] as const;

test('an overlay on hover stays in its place where it covers no number and no button', () => {
  expect(place(205, [['<b>$34.89</b>', 180, 20], name])).toBe(207);
});

test.each([
  ['the price and the button below it', [price, buy], 1],
  ['the price, where the card ends below it', [['<b>$34.89</b>', 260, 20]], 1],
  ['the price of a page that is zoomed', [price, buy], 0.5],
] as const)('it leaves free %s', (_, parts, zoom) => {
  const top = place(222, parts, zoom);
  for (const [, from, height] of parts) expect(top + 84 <= from || top >= from + height).toBe(true);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top + 84).toBeLessThanOrEqual(300);
});

test('it covers least where everything is needed', () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`<b>${at}</b>`, at * 10, at < 15 ? 5 : 10] as const);
  expect(place(222, rows)).toBeLessThan(75);
});
