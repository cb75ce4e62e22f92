import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const pairs = [...sheet.matchAll(/--sl-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];

/** Relative luminance of `#rrggbb` (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', 2],
  ['dark', 3],
] as const)('the %s colours', (_theme, half) => {
  const colour = (name: string): string => {
    const pair = pairs.find(([, found]) => found === name);
    if (!pair?.[half]) throw new Error(`no colour ${name}`);
    return pair[half];
  };

  test.each(['fg', 'muted', 'good', 'bad', 'warn', 'accent'])('%s can be read on both grounds', (name) => {
    for (const ground of ['page', 'surface'])
      expect(contrast(colour(name), colour(ground)), ground).toBeGreaterThanOrEqual(4.5);
  });

  test('text on the accent is readable, and the edge of a control is visible', () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('edge'), colour('surface'))).toBeGreaterThanOrEqual(3);
  });
});
