import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';

test('every market has a shape and a hue of its own', () => {
  const css = readFileSync(new URL('../../../src/ui/marks/market-marks.css', import.meta.url), 'utf8');
  const marks = [...css.matchAll(/&\.(\w+) \{\s*background: (.+);\s*clip-path: path\(([^)]+)\)/g)];
  expect(marks.map(([, id]) => id).sort()).toEqual([...marketIds].sort());
  for (const at of [2, 3]) expect(new Set(marks.map((mark) => mark[at])).size).toBe(marketIds.length);
});
