import { expect, test } from 'vitest';
import { faultKinds } from '#core/asks/fault.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { diagnose, diagnoseVersion } from '#popup/status/diagnosis.ts';
import type { Status } from '#protocol/messages.ts';
import { faultText } from '#ui/words/fault-text.ts';
import { start, unreachable, working } from '../environment.ts';

const settings = parseSettings({ freshness: { staleMinutes: 90 } });
const known = (status: Partial<Status>) => ({ state: 'known' as const, status: { ...working, ...status } });
const judged = (status: Partial<Status>, now = start) => diagnose(known(status), settings, now);
const staleAt = start + 87 * 60_000;

test.each(faultKinds)('the fault %s has its own text, with and without a table', (kind) => {
  const fault = { ...unreachable, kind };
  const { title, advice } = faultText(fault, settings.relay);
  expect(judged({ fault, table: null })).toEqual({ tone: 'bad', title, advice });
  expect(judged({ fault })).toMatchObject({ tone: 'warn', title });
  expect(judged({ fault }).advice).toBe(`${advice} Until then, the stored prices stay in use.`);
  expect(judged({ fault }, staleAt)).toMatchObject({ tone: 'bad', title });
  expect(judged({ fault }, staleAt).advice).toContain('shown in grey');
});

test('a table is stale right after the limit of the settings', () => {
  const asOf = start - 90 * 60_000;
  const table = { version: 'a', items: 1, badRows: 0 };
  expect(judged({ table: { ...table, asOf } }).tone).toBe('good');
  expect(judged({ table: { ...table, asOf: asOf - 1 } })).toMatchObject({
    tone: 'warn',
    title: 'The prices are 1 h old.',
  });
});

test('a clock that differs from the relay’s is the reason of a wrong age, and names both times', () => {
  const table = { version: 'a', items: 1, badRows: 0, asOf: start - 121 * 60_000 };
  const { title, advice } = judged({ table, clockAheadMs: 7_200_000 });
  const [relay = '', here = ''] = title.match(/\d+:\d\d/g) ?? [];
  expect(Number(here.split(':')[0])).toBe((Number(relay.split(':')[0]) + 2) % 12 || 12);
  expect(advice).toContain('Set the clock of this computer, or that of the relay.');
  expect(judged({ table: { ...table, asOf: start }, clockAheadMs: 7_200_000 }).tone).toBe('good');
});

test('an empty table without a fault is being loaded or not requested yet', () => {
  expect(judged({ table: null, checking: true }).title).toBe('Loading the first prices…');
  expect(judged({ table: null }).title).toBe('No prices yet.');
});

test('an invalid address comes before a fault', () => {
  const typo = parseSettings({ relay: { url: 'localhost:8787' } });
  expect(diagnose(known({ fault: unreachable }), typo, start)).toMatchObject({
    tone: 'bad',
    title: 'The relay address is not valid.',
  });
});

test('sample prices are never reported as working', () => {
  const table = { version: 'a', items: 1, badRows: 0, asOf: start, sample: true };
  expect(judged({ table })).toMatchObject({ tone: 'warn', title: 'Sample prices' });
});

test.each<[string | undefined, string]>([
  ['0.1.9', 'The relay is version 0.1.9, this extension needs 0.2.0.'],
  ['0.2.0', 'Working. Prices are up to date.'],
  ['0.10.0', 'Working. Prices are up to date.'],
  [undefined, 'The relay tells no version: it is older than this extension needs.'],
])('a relay of version %s, where 0.2.0 is needed: %s', (version, title) => {
  expect(diagnoseVersion(version, '0.2.0').title).toBe(title);
});
