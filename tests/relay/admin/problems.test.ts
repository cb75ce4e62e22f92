import { expect, test } from 'vitest';
import { openCommand } from '#relay/admin/open-browser.ts';
import { createProblemList } from '#relay/admin/problems.ts';

test('the page keeps the last 50 problems, equal ones in succession as one', () => {
  const problems = createProblemList(() => 1_800_000_000_000);
  for (let turn = 0; turn < 3; turn++) problems.add('a', 'timeout');
  expect(problems.all()).toMatchObject([{ source: 'a', code: 'timeout', times: 3 }]);
  for (let turn = 0; turn < 80; turn++) problems.add('a', `code ${turn}`);
  expect(problems.all()).toHaveLength(50);
  expect(problems.all()[0]).toMatchObject({ code: 'code 79', times: 1 });
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
