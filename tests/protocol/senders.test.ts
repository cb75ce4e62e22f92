import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import { requests } from '#protocol/requests.ts';
import { isQuotesRequest, isViewRequest, senders } from '#protocol/senders.ts';

const guards = { quotes: isQuotesRequest, view: isViewRequest };

const odd = fc.constantFrom<unknown>(undefined, null, 0, 'x', [], {}, [1], ['x', null], Array(3), { length: 1 });
const names = fc.oneof(
  fc.array(fc.string()),
  odd,
  fc.constantFrom(Array(maxNames).fill('x'), Array(maxNames + 1).fill('x')),
);
const site = fc.oneof(fc.string(), odd, fc.constantFrom('x'.repeat(maxSiteLength), 'x'.repeat(maxSiteLength + 1)));
const request = fc.oneof(fc.record({ names, site, more: fc.anything() }, { requiredKeys: [] }), fc.anything());

test.each(['quotes', 'view'] as const)('the guard of %s lets through what its schema does, and only that', (kind) => {
  fc.assert(
    fc.property(request, (some) => {
      expect(guards[kind](some)).toBe(requests[kind].safeParse(some).success);
    }),
    { numRuns: 2000 },
  );
});

test('there is a schema for every kind of request, and a word on who may send it', () => {
  expect(Object.keys(requests).sort()).toEqual(Object.keys(senders).sort());
});
