import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, parse } from './contrast.ts';

const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const pairs = [...sheet.matchAll(/--sl-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];

describe.each([
  ['light', 2],
  ['dark', 3],
] as const)('the %s colours', (_theme, half) => {
  const colour = (name: string) => {
    const pair = pairs.find(([, found]) => found === name);
    if (!pair?.[half]) throw new Error(`no colour ${name}`);
    return parse(pair[half]);
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
