import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Colour, contrast, parse } from '../contrast.ts';

/** Blends a translucent colour with the opaque one behind it. */
const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
  r * a + red * (1 - a),
  g * a + green * (1 - a),
  b * a + blue * (1 - a),
  1,
];

const [block = ''] = readFileSync(new URL('../../../src/ui/overlay/colours.css', import.meta.url), 'utf8').split('}');
const pairs = [...block.matchAll(/--([a-z]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/g)];
const light = new Map(pairs.map(([, name = '', hex = '']) => [name, parse(hex)]));
const dark = new Map(pairs.map(([, name = '', , hex = '']) => [name, parse(hex)]));
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

  test.each(['fg', 'mute', 'good', 'warn', 'fall'])(
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
