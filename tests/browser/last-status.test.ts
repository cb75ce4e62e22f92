import { expect, test } from 'vitest';
import type { Status } from '#protocol/messages.ts';
import { isStoredStatus } from '#protocol/stored-status.ts';

const status: Status = {
  table: { version: 'a', asOf: 1, items: 2, badRows: 0 },
  lastCheck: { at: 3, outcome: 'failed' },
  fault: { kind: 'too-large', status: 200, detail: 'over', at: 4, retryAt: null },
  nextCheckAt: null,
  checking: false,
  storageProblem: null,
};

test.each([status, { ...status, table: null, lastCheck: null, fault: null, nextCheckAt: 9 }])(
  'a stored status of this version is accepted',
  (stored) => expect(isStoredStatus(JSON.parse(JSON.stringify(stored)))).toBe(true),
);

test.each([
  undefined,
  {},
  { ...status, table: { asOf: 1 } },
  { ...status, lastCheck: { at: 1, outcome: 'maybe' } },
  { ...status, fault: { ...status.fault, kind: 'new' } },
  { ...status, checking: undefined },
])('a stored status of another version is refused', (stored) => expect(isStoredStatus(stored)).toBe(false));
