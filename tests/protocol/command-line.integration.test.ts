import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { scripts } from '../../package.json' with { type: 'json' };

/** The commands that are ours, as npm runs them. */
const own = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /\bnode (\S+\.ts(?: --full)?)$/.exec(line) ?? [];
  return program === undefined ? [] : [[name, program] as const];
});

const wrong: Readonly<Record<string, readonly string[]>> = {
  start: ['--only', 'nowhere'],
  test: ['--only', 'nothing'],
  store: ['--lang', 'la'],
  relay: ['--autostart', 'maybe'],
  'pack:relay': ['--target', 'amiga'],
  bench: ['--runs', '0.5'],
  'check-sites': ['--browser', 'netscape'],
  'new-page': ['nowhere.html'],
  'test:world': ['--days', 'many'],
  mutants: ['--of', 'nowhere'],
};

test.each(own)('npm run %s answers what it does not know with the reason, the usage and code 2', (name, program) => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [...program.split(' '), ...words], { encoding: 'utf8' });
  expect(run('--help').status).toBe(0);
  for (const words of [['--nonsense'], wrong[name] ?? ['nonsense']]) {
    const { status, stderr } = run(...words);
    expect([status, stderr], words.join(' ')).toEqual([2, expect.stringMatching(/^(?!usage).+\nusage: /)]);
    expect(stderr).not.toContain('    at ');
  }
});

test('a command that fails says so in a line', () => {
  const { status, stderr } = spawnSync(process.execPath, ['src/build/sign-notices.ts'], { encoding: 'utf8', env: {} });
  expect([status, stderr]).toEqual([1, 'NOTICES_PRIVATE_KEY is missing\n']);
});
