import { expect, test } from 'vitest';
import { createBadge, type IconWarning, warningOf } from '#background/badge.ts';
import { faultKinds } from '#core/fault.ts';
import { parseSettings } from '#core/settings.ts';
import type { Status } from '#protocol/messages.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 21, 12);
const settings = parseSettings({ freshness: { staleMinutes: 90 } });
const fault = { kind: 'unreachable', status: null, detail: '', at: now, retryAt: null } as const;

/** A status whose prices are as old as said, in minutes, and were looked at as long ago as said. */
const status = (age: number | undefined, lookedAgo: number | undefined, more: Partial<Status> = {}): Status => ({
  table: age === undefined ? null : { version: 'a', asOf: now - age * minute, items: 1, badRows: 0 },
  lastCheck: lookedAgo === undefined ? null : { at: now - lookedAgo * minute, outcome: 'unchanged' },
  fault: null,
  nextCheckAt: null,
  checking: false,
  storageProblem: null,
  ...more,
});

test.each<[string, Status, IconWarning | undefined]>([
  ['nobody ever asked', status(undefined, undefined), undefined],
  ['the first look is under way', status(undefined, undefined, { checking: true }), undefined],
  ['fresh', status(4, 1), undefined],
  ['fresh, though the last look failed', status(89, 1, { fault }), undefined],
  ['no prices, and the look failed', status(undefined, 1, { fault }), 'unreachable'],
  ['old, and the look failed', status(91, 1, { fault }), 'unreachable'],
  ['old by the relay’s own last answer', status(95, 1), 'stale'],
  ['old only because nobody has looked since', status(600, 590), undefined],
])('%s', (_, given, trouble) => expect(warningOf(given, settings, now)).toBe(trouble));

test.each(faultKinds)('without prices each kind of fault is told apart: %s', (kind) => {
  expect(warningOf(status(undefined, 1, { fault: { ...fault, kind } }), settings, now)).toBe(kind);
});

function open(first: Status) {
  const world = {
    status: first,
    settings,
    missing: [] as { id: string; patterns: string[] }[],
    shown: [] as (IconWarning | undefined)[],
    kept: [] as Status[],
    counts: [] as [number, number][],
    due: [] as (() => void)[],
  };
  const badge = createBadge({
    statusWithoutUse: async () => world.status,
    settings: async () => world.settings,
    missingAccess: async () => world.missing,
    now: () => now,
    after: (_, run) => void world.due.push(run),
    saveStatus: async (status) => void world.kept.push(status),
    show: async (trouble) => void world.shown.push(trouble),
    showCount: async (tab, count) => void world.counts.push([tab, count]),
  });
  const pass = async () => {
    for (const run of world.due.splice(0)) run();
    for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { world, badge, pass };
}

test('many looks at once are one, and the same trouble is shown once', async () => {
  const { world, badge, pass } = open(status(undefined, 1, { fault }));
  badge.update();
  badge.update();
  expect(world.due).toHaveLength(1);
  await pass();
  badge.update();
  await pass();
  expect(world.shown).toEqual(['unreachable']);
});

test('the mark goes when all is well', async () => {
  const { world, badge, pass } = open(status(undefined, 1, { fault }));
  badge.update();
  await pass();
  world.status = status(1, 0);
  badge.update();
  await pass();
  expect(world.shown).toEqual(['unreachable', undefined]);
});

test('every new status is kept for the popup, the same one once', async () => {
  const { world, badge, pass } = open(status(1, 1));
  for (const each of [status(1, 1), status(1, 1), status(1, 0)]) {
    world.status = each;
    badge.update();
    await pass();
  }
  expect(world.kept).toEqual([status(1, 1), status(1, 0)]);
});

test('pages that the browser keeps from us are a trouble where the site is on, and the least of them', async () => {
  const { world, badge, pass } = open(status(1, 1));
  world.missing = [{ id: 'one', patterns: ['https://one.invalid/*'] }];
  badge.update();
  await pass();
  world.settings = parseSettings({ sites: { one: false } });
  badge.update();
  await pass();
  world.settings = settings;
  world.status = status(undefined, 1, { fault });
  badge.update();
  await pass();
  expect(world.shown).toEqual(['access', undefined, 'unreachable']);
});

test('a count of deals is shown while prices are fresh, with pages missing or not, and never beside a trouble', async () => {
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
