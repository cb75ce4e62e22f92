import { expect, test } from 'vitest';
import { faultKinds } from '#core/asks/fault.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Status } from '#protocol/messages.ts';
import { createBadge, type IconWarning, warningOf } from '#worker/badge.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 21, 12);
const settings = parseSettings({ freshness: { staleMinutes: 90 } });
const fault = { kind: 'unreachable', status: null, detail: '', at: now, retryAt: null } as const;

/** A status. @param age of the prices, minutes. @param checkedAgo minutes since the last refresh */
const status = (age: number | undefined, checkedAgo: number | undefined, more: Partial<Status> = {}): Status => ({
  table: age === undefined ? null : { version: 'a', asOf: now - age * minute, items: 1, badRows: 0 },
  lastCheck: checkedAgo === undefined ? null : { at: now - checkedAgo * minute, outcome: 'unchanged' },
  fault: null,
  nextCheckAt: null,
  checking: false,
  storageProblem: null,
  ...more,
});

test.each<[string, Status, IconWarning | undefined]>([
  ['no warning before the first refresh', status(undefined, undefined), undefined],
  ['no warning during the first refresh', status(undefined, undefined, { checking: true }), undefined],
  ['no warning for fresh prices', status(4, 1), undefined],
  ['no warning for fresh prices after a failed refresh', status(89, 1, { fault }), undefined],
  ['the fault without prices', status(undefined, 1, { fault }), 'unreachable'],
  ['the fault with old prices', status(91, 1, { fault }), 'unreachable'],
  ['stale when the relay’s data is old', status(95, 1), 'stale'],
  ['no warning for prices that are old for lack of use', status(600, 590), undefined],
])('%s', (_, given, warning) => expect(warningOf(given, settings, now)).toBe(warning));

test.each(faultKinds)('without prices each kind of fault is a warning of its own: %s', (kind) => {
  expect(warningOf(status(undefined, 1, { fault: { ...fault, kind } }), settings, now)).toBe(kind);
});

function open(first: Status) {
  const world = {
    status: first,
    settings,
    missing: [] as { id: string; patterns: string[] }[],
    shown: [] as (IconWarning | undefined)[],
    saved: [] as Status[],
    counts: [] as [number, number][],
    due: [] as (() => void)[],
  };
  const badge = createBadge({
    statusWithoutUse: async () => world.status,
    settings: async () => world.settings,
    missingAccess: async () => world.missing,
    now: () => now,
    after: (_, run) => void world.due.push(run),
    saveStatus: async (status) => void world.saved.push(status),
    show: async (trouble) => void world.shown.push(trouble),
    showCount: async (tab, count) => void world.counts.push([tab, count]),
  });
  const flush = async () => {
    for (const run of world.due.splice(0)) run();
    for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { world, badge, flush };
}

test('concurrent updates are one, and the same warning is shown once', async () => {
  const { world, badge, flush } = open(status(undefined, 1, { fault }));
  badge.update();
  badge.update();
  expect(world.due).toHaveLength(1);
  await flush();
  badge.update();
  await flush();
  expect(world.shown).toEqual(['unreachable']);
});

test('the mark is removed when prices are fresh', async () => {
  const { world, badge, flush } = open(status(undefined, 1, { fault }));
  badge.update();
  await flush();
  world.status = status(1, 0);
  badge.update();
  await flush();
  expect(world.shown).toEqual(['unreachable', undefined]);
});

test('every new status is stored for the popup, the same one once', async () => {
  const { world, badge, flush } = open(status(1, 1));
  for (const each of [status(1, 1), status(1, 1), status(1, 0)]) {
    world.status = each;
    badge.update();
    await flush();
  }
  expect(world.saved).toEqual([status(1, 1), status(1, 0)]);
});

test('missing access is a warning where the site is on, after all other warnings', async () => {
  const { world, badge, flush } = open(status(1, 1));
  world.missing = [{ id: 'one', patterns: ['https://one.invalid/*'] }];
  badge.update();
  await flush();
  world.settings = parseSettings({ sites: { one: false } });
  badge.update();
  await flush();
  world.settings = settings;
  world.status = status(undefined, 1, { fault });
  badge.update();
  await flush();
  expect(world.shown).toEqual(['access', undefined, 'unreachable']);
});

test('a number of deals is shown only while prices are fresh, with or without missing access', async () => {
  const { world, badge } = open(status(1, 1));
  world.missing = [{ id: 'one', patterns: ['https://one.invalid/*'] }];
  await badge.showDeals(7, 3);
  world.status = status(91, 1, { fault });
  await badge.showDeals(7, 3);
  expect(world.counts).toEqual([
    [7, 3],
    [7, 0],
  ]);
});
