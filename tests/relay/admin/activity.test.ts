import { describe, expect, test } from 'vitest';
import { createActivity } from '#relay/admin/activity.ts';
import { openCommand } from '#relay/admin/open-browser.ts';

function startActivity() {
  const clock = { now: 1_800_000_000_000 };
  return { clock, activity: createActivity(() => clock.now) };
}

describe('the activity', () => {
  test('counts the upstream requests of the last minute', () => {
    const { clock, activity } = startActivity();
    activity.upstream('a', { kind: 'unchanged' });
    clock.now += 59_999;
    activity.upstream('a', { kind: 'unchanged' });
    expect(activity.upstreamLastMinute()).toBe(2);
    clock.now += 1;
    expect(activity.upstreamLastMinute()).toBe(1);
  });

  test('keeps the last 50 problems, equal ones in succession as one', () => {
    const { activity } = startActivity();
    for (let turn = 0; turn < 3; turn++) activity.problem('a', 'timeout');
    expect(activity.problems()).toMatchObject([{ source: 'a', code: 'timeout', times: 3 }]);
    for (let turn = 0; turn < 80; turn++) activity.problem('a', `code ${turn}`);
    expect(activity.problems()).toHaveLength(50);
    expect(activity.problems()[0]).toMatchObject({ code: 'code 79', times: 1 });
  });

  test('counts each client once', () => {
    const { activity } = startActivity();
    for (const client of ['a', 'b', 'a']) activity.client(client);
    expect(activity.clientsNow()).toBe(2);
  });
});

test.each([
  ['win32', {}, 'rundll32'],
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', {}, undefined],
] as const)('on %s with %j the browser is opened by %s, with the address as one argument', (platform, env, program) => {
  const command = openCommand('http://127.0.0.1:8787/?session=a&lang=b', platform, env);
  expect(command?.program).toBe(program);
  if (command) expect(command.args.at(-1)).toBe('http://127.0.0.1:8787/?session=a&lang=b');
});
