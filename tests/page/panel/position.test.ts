import { describe, expect, test } from 'vitest';
import { type Anchor, choosePlace, type PanelSizes } from '#page/panel/position.ts';
import { openCards } from './panel-page.ts';

const view = { width: 1280, height: 720 };
/** Of 13 markets. */
const sizes: PanelSizes = { whole: { width: 420, height: 660 }, narrow: { width: 320, height: 680 } };
const phone: PanelSizes = { ...sizes, whole: { width: 382, height: 660 } };
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

const tall = { width: 1280, height: 1000 };

describe('a panel opens', () => {
  test.each([
    ['below its overlay where all of it has room', overlay(500, 100), sizes, tall, 'below', 'whole'],
    ['above where there is more room', overlay(500, 700), sizes, tall, 'above', 'whole'],
    ['beside where neither above nor below has room', overlay(40, 330), sizes, view, 'right', 'whole'],
    ['on the left at the right edge', overlay(1060, 330), sizes, view, 'left', 'whole'],
    [
      'narrower where it would cover its overlay',
      overlay(150, 330),
      sizes,
      { width: 700, height: 720 },
      'right',
      'narrow',
    ],
    [
      'where most is seen, when all has room nowhere',
      overlay(100, 500),
      phone,
      { width: 390, height: 700 },
      'above',
      'whole',
    ],
    [
      'over its card in a window where nothing is seen beside it',
      overlay(60, 150),
      phone,
      { width: 390, height: 400 },
      'over',
      'whole',
    ],
  ] as const)('%s', (_, at, sizes, view, side, layout) => {
    expect(choosePlace(at, view, sizes)).toMatchObject({ side, layout });
  });

  test('where it was, while it shows as much there', () => {
    const last = { side: 'left', layout: 'whole', clear: true } as const;
    expect(choosePlace(overlay(500, 330), view, sizes, last)).toEqual(last);
    expect(choosePlace(overlay(300, 330), view, sizes, last)).toMatchObject({ side: 'right', layout: 'whole' });
  });

  test.each([
    ['below the card, whose buttons are below the overlay', inCard(500, 200, 40), tall, 'below', true],
    ['beside a card that ends far below', inCard(40, 200, 140), tall, 'right', true],
    ['beside a card rather than over its price', inCard(40, 500, 40), view, 'right', true],
    ['over the card where nothing else has room', inCard(90, 400, 40), { width: 390, height: 700 }, 'above', false],
  ] as const)('%s', (_, at, view, side, clear) => {
    expect(choosePlace(at, view, view.width < 400 ? phone : sizes)).toMatchObject({ side, clear });
  });
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
