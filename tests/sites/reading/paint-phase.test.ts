import { expect, test } from 'vitest';
import { phases } from '#core/items/phases.ts';
import { phaseOfPaint } from '#sites/reading/paint-phase.ts';

const indexes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('every phase has a paint index, and no index two phases', () => {
  const found = indexes(1, 2000).flatMap((index) => phaseOfPaint(index) ?? []);
  expect(new Set(found)).toEqual(new Set(phases));
  expect(found.length).toBe(24);
});

test.each([
  [415, 'Ruby'],
  [416, 'Sapphire'],
  [417, 'Black Pearl'],
  [418, 'Phase 1'],
  ['421', 'Phase 4'],
  [568, 'Emerald'],
  [572, 'Phase 4'],
  [618, 'Phase 2'],
  [855, 'Phase 4'],
  [1119, 'Emerald'],
  [1120, 'Phase 1'],
])('paint index %j is %s', (index, phase) => expect(phaseOfPaint(index)).toBe(phase));

test.each([0, 1, 38, 414, '', 'Ruby', null, undefined, {}, [418, 1], Number.NaN])('%j has no phase', (index) =>
  expect(phaseOfPaint(index)).toBeUndefined(),
);
