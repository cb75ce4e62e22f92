import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import { earlyMessages } from '#worker/early-messages.ts';
import { runs } from '../seed.ts';

/** Early requests as schemas. */
const schemas = {
  quotes: z.object({
    names: z.array(z.union([z.string(), z.object({ assembled: z.string() })])).check(z.maxLength(maxNames)),
  }),
  settings: z.object({ site: z.string().check(z.maxLength(maxSiteLength)) }),
};

const odd = fc.constantFrom<unknown>(undefined, null, 0, 'x', [], {}, [1], ['x', null], [{ assembled: 1 }], Array(3), {
  length: 1,
});
const names = fc.oneof(
  fc.array(fc.oneof(fc.string(), fc.record({ assembled: fc.string(), more: fc.anything() }, { requiredKeys: [] }))),
  odd,
  fc.constantFrom(Array(maxNames).fill('x'), Array(maxNames + 1).fill('x')),
);
const site = fc.oneof(fc.string(), odd, fc.constantFrom('x'.repeat(maxSiteLength), 'x'.repeat(maxSiteLength + 1)));
const request = fc.oneof(fc.record({ names, site, more: fc.anything() }, { requiredKeys: [] }), fc.anything());

test.each(['quotes', 'settings'] as const)('the guard of %s accepts exactly what a schema accepts', (kind) => {
  fc.assert(
    fc.property(request, (some) => {
      expect(earlyMessages[kind].parse(some) !== undefined).toBe(schemas[kind].safeParse(some).success);
    }),
    { numRuns: runs(2000) },
  );
});
