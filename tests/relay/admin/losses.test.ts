import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import { createProblemList } from '#relay/admin/problems.ts';
import { openCommand } from '#relay/admin/session-file.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { HistorySection } from '#relay/admin/status-views.ts';
import { pageTexts } from '#relay/admin/texts.ts';

const context = { texts: pageTexts('en'), session: 'secret', revision: 1 };

function pageOf(status: Partial<NonNullable<Awaited<ReturnType<SetupDeps['history']['status']>>>>) {
  const recorded = { problem: undefined, bytes: 0, clock: undefined, removed: 0, lostMonths: 0, ...status };
  const config = { databaseFile: '/relay.db', recordsHistory: true };
  const relay = { priceApi: () => ({ url: 'https://price.example', key: 'a' }) };
  return String(html`${HistorySection(context, { config, relay }, recorded)}`);
}

test.each([0, 1])('the page tells of %i lost months and watch lists', (lost) => {
  const alerts = { channel: undefined, lists: 0, devices: [], alerts: 0, waiting: 0, last: undefined, forgotten: lost };
  const page = `${html`${AlertsSection(context, alerts, { invites: { of: () => undefined }, now: () => 0 })}`}${pageOf({ lostMonths: lost })}`;
  const told = ['went at once, as older than 400 days: 1.', '14 days with prices: 1.'];
  expect(told.filter((words) => page.includes(words))).toHaveLength(lost > 0 ? 2 : 0);
});

test.each<[Parameters<typeof pageOf>[0], string]>([
  [{ problem: { kind: 'set-aside', name: '/relay.db.broken' } }, 'was damaged. It is at /relay.db.broken now'],
  [{ problem: { kind: 'newer' } }, 'A newer version of the relay has written /relay.db.'],
  [{ problem: { kind: 'unwritable', reason: 'no-room', code: '' } }, 'There is no room for the history'],
  [{ problem: { kind: 'unwritable', reason: 'no-permission', code: 'EPERM' } }, 'may not write /relay.db (EPERM)'],
  [{ problem: { kind: 'unwritable', reason: 'other', code: 'EIO' } }, 'could not be written (EIO)'],
  [{ clock: { kind: 'untold' } }, 'does not tell its time'],
  [{ clock: { kind: 'apart', aheadMs: 7_200_000 } }, 'is 2 hr ahead of'],
  [{ clock: { kind: 'apart', aheadMs: -7_200_000 } }, 'is 2 hr behind'],
  [{ removed: 1 }, 'were removed from the history: 1.'],
])('the page of %j opens the history and says why', (status, words) => {
  const page = pageOf(status);
  expect(page).toContain(words);
  expect(page).toContain('<details class="card" id="history" open>');
});

test('the page keeps the last 50 problems, equal ones as one', () => {
  const problems = createProblemList(() => 1_800_000_000_000);
  for (let turn = 0; turn < 6; turn++) problems.add('a', turn % 2 ? 'timeout' : 'ECONNRESET');
  expect(problems.all()).toMatchObject([
    { source: 'a', code: 'timeout', times: 3 },
    { code: 'ECONNRESET', times: 3 },
  ]);
  for (let turn = 0; turn < 80; turn++) problems.add('a', `code ${turn}`);
  expect(problems.all()).toHaveLength(50);
  expect(problems.all()[0]).toMatchObject({ code: 'code 79', times: 1 });
});

test.each([
  ['win32', { SystemRoot: 'D:\\Win' }, 'D:\\Win\\System32\\rundll32.exe'],
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', {}, undefined],
] as const)('on %s with %j the browser is opened by %s, with the address as one argument', (platform, env, program) => {
  const command = openCommand('http://127.0.0.1:8787/?session=a&lang=b', platform, env);
  expect(command?.program).toBe(program);
  if (command) expect(command.args.at(-1)).toBe('http://127.0.0.1:8787/?session=a&lang=b');
});
