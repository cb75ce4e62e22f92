import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { faultKinds } from '#core/asks/fault.ts';
import { isRefreshState, isStoredTable } from '#data/catalogue/loaded-table.ts';
import { isKept } from '#data/refresh/small-feeds.ts';
import { isRatesBody } from '#protocol/rates-body.ts';
import { runs } from '../../seed.ts';

/** The guards as schemas. */
const table = z.object({
  relay: z.string(),
  etag: z.optional(z.string()),
  asOf: z.number(),
  items: z.number(),
  badRows: z.number(),
  catalogue: z.string(),
  bytes: z.instanceof(Blob),
});
const refreshState = z.object({
  lastUseAt: z.optional(z.number()),
  lastCheckAt: z.optional(z.number()),
  outcome: z.optional(z.enum(['new', 'unchanged', 'failed'])),
  failures: z.number(),
  jitter: z.number(),
  fault: z.nullable(
    z.object({
      kind: z.enum(faultKinds),
      status: z.nullable(z.number()),
      detail: z.string(),
      at: z.number(),
      retryAt: z.nullable(z.number()),
    }),
  ),
});
const rates = z.object({
  relay: z.string(),
  etag: z.optional(z.string()),
  told: z.object({
    base: z.literal('USD'),
    date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    rates: z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), z.number().check(z.gt(0))),
  }),
});

const goodTable = { relay: 'r', etag: 'e', asOf: 1, items: 1, badRows: 0, catalogue: 'c', bytes: new Blob(['x']) };
const fault = { kind: 'timeout', status: null, detail: 'd', at: 1, retryAt: null };
const goodRefreshState = { lastUseAt: 1, lastCheckAt: 1, outcome: 'new', failures: 0, jitter: 0, fault };
const dated = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.9 } };
const goodRates = { relay: 'r', etag: 'e', told: dated };

const odd = fc.constantFrom<unknown>(
  ...[undefined, null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, '', 'USD', '2026-1-1', true, [], {}],
  ...[fault, { ...fault, kind: 'none' }, { ...fault, status: 503, retryAt: 9 }, { ...fault, at: null }],
  ...[dated, { ...dated, base: 'EUR' }, { ...dated, date: 'today' }],
  ...[{ EUR: 0 }, { eur: 1 }, { EUR: '1' }, {}].map((one) => ({ ...dated, rates: one })),
);

const changed = (good: Record<string, unknown>) =>
  fc.oneof(
    odd,
    fc
      .array(fc.tuple(fc.constantFrom(...Object.keys(good), 'more'), odd), { maxLength: 3 })
      .map((changes) => ({ ...good, ...Object.fromEntries(changes) })),
  );

test.each([
  ['a table', isStoredTable, table, goodTable],
  ['a refresh state', isRefreshState, refreshState, goodRefreshState],
  ['rates', isKept(isRatesBody), rates, goodRates],
] as const)('the guard of %s accepts exactly what a schema accepts', (_, guard, schema, good) => {
  expect(guard(good)).toBe(true);
  fc.assert(
    fc.property(changed(good), (some) => {
      expect(guard(some)).toBe(schema.safeParse(some).success);
    }),
    { numRuns: runs(3000) },
  );
});
