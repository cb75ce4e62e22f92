import { expect, test } from 'vitest';
import { undercutBy } from '#core/prices/standing.ts';

test.each<[string, number | undefined, number | undefined]>([
  ['an equal ask may be its own', undercutBy(1000, 1000, 1000, true), 0],
  ['half a cent is rounding', undercutBy(1000, 1000, 999.5, true), 0],
  ['a cent less is less', undercutBy(1000, 1000, 999, true), 1],
  ['another own listing asks that', undercutBy(1000, 950, 950, true), undefined],
  ['another own listing asks more', undercutBy(1000, 951, 950, true), 50],
  ['an equal one by a rate may be lower', undercutBy(10_000, 10_000, 10_000, false), undefined],
  ['2 % and a cent less by a rate is less', undercutBy(10_000, 10_000, 9799, false), 201],
  ['2 % and a cent more by a rate is more', undercutBy(10_000, 10_000, 10_201, false), 0],
  ['a cheap item’s cent may be rounding', undercutBy(3, 3, 2, false), undefined],
  ['another own listing by a rate', undercutBy(10_000, 9100, 9000, false), undefined],
])('%s', (_, by, expected) => expect(by).toBe(expected));
