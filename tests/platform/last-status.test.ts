import { expect, test } from 'vitest';
import type { Status } from '#protocol/messages.ts';
import { storedStatus } from '#protocol/stored-status.ts';

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
  (status) => expect(storedStatus.parse(JSON.parse(JSON.stringify(status)))).toEqual(status),
);

test.each([undefined, {}, { ...status, table: { asOf: 1 } }, { ...status, fault: { ...status.fault, kind: 'new' } }])(
  'what an older or newer version left there is none',
  (stored) => expect(storedStatus.safeParse(stored).success).toBe(false),
);
