import { describe, expect, test } from 'vitest';
import { colours } from '#ui/overlay/overlay-colours.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** `#rrggbb` or `#rrggbbaa`, each part 0 to 1. */
function parse(hex: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** Blends a translucent colour with the opaque one behind it. */
const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
  r * a + red * (1 - a),
  g * a + green * (1 - a),
  b * a + blue * (1 - a),
  1,
];

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const blocks = colours
  .split('}')
  .map(
    (block) =>
      new Map([...block.matchAll(/--([a-z]+): (#[0-9a-f]+)/g)].map(([, name = '', hex = '']) => [name, parse(hex)])),
  );
const [dark = new Map(), light = new Map()] = blocks;
const grounds = ['#000000', '#15171c', '#7f7f7f', '#f4f5f7', '#ffffff'].map(parse);

describe.each([
  ['dark', dark],
  ['light', light],
])('the %s colours of what stands in pages', (_, colours: Map<string, Colour>) => {
  const colour = (name: string): Colour => {
    const found = colours.get(name);
    if (!found) throw new Error(`no colour ${name}`);
    return found;
  };

  test.each(['fg', 'mute', 'good', 'bad', 'warn'])(
    '%s is readable in the panel, and in a card of any background',
    (name) => {
      expect(contrast(colour(name), colour('sheet'))).toBeGreaterThanOrEqual(4.5);
      for (const ground of grounds)
        expect(contrast(colour(name), over(colour('chip'), ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the focus ring is visible', () => {
    expect(contrast(colour('focus'), colour('sheet'))).toBeGreaterThanOrEqual(3);
  });
});
