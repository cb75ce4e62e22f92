import { expect, test } from 'vitest';
import { keptStatus } from '#protocol/kept-status.ts';
import type { Status } from '#protocol/messages.ts';

const status: Status = {
  table: { version: 'a', asOf: 1, items: 2, badRows: 0 },
  lastCheck: { at: 3, outcome: 'failed' },
  fault: { kind: 'too-large', status: 200, detail: 'over', at: 4, retryAt: null },
  nextCheckAt: null,
  checking: false,
  storageProblem: null,
};

test.each([status, { ...status, table: null, lastCheck: null, fault: null, nextCheckAt: 9 }])(
  'a status comes back out of the storage as it was',
  (status) => expect(keptStatus.parse(JSON.parse(JSON.stringify(status)))).toEqual(status),
);

test.each([undefined, {}, { ...status, table: { asOf: 1 } }, { ...status, fault: { ...status.fault, kind: 'new' } }])(
  'what an older or newer version left there is none',
  (stored) => expect(keptStatus.safeParse(stored).success).toBe(false),
);
