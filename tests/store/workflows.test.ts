import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}/.github/workflows`;

const step = z.object({ uses: z.optional(z.string()), run: z.optional(z.string()) });
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ 'timeout-minutes': z.number(), steps: z.array(step) })),
});
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')));

const stepsOf = (file: string) =>
  Object.values(workflow.parse(parse(readFileSync(`${folder}/${file}`, 'utf8'))).jobs).flatMap(({ steps }) => steps);
const runsOf = (file: string): string[] => stepsOf(file).flatMap(({ run }) => run ?? []);

/** The scripts of package.json that a shell line runs. */
const scriptsIn = (line: string): string[] =>
  [...line.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(([, named, own]) => named ?? own ?? '');

describe.each(readdirSync(folder))('%s', (file) => {
  test('fits the schema of workflows', () => {
    expect(validateWorkflow(readFileSync(`${folder}/${file}`, 'utf8')).errors).toEqual([]);
  });

  test('may read the repository and nothing else', () => {
    expect(workflow.parse(parse(readFileSync(`${folder}/${file}`, 'utf8'))).permissions).toEqual({ contents: 'read' });
  });

  test("uses GitHub's own actions only, each of a named version", () => {
    for (const { uses } of stepsOf(file)) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  test('runs what there is, and puts nothing that a stranger can write into a shell', () => {
    for (const run of runsOf(file)) {
      expect(run).not.toContain('${{');
      for (const name of scriptsIn(run)) expect(scripts).toHaveProperty(name);
      for (const [path] of run.matchAll(/^\.(?!output\/)[\w/.-]+/g)) expect(existsSync(`${root}/${path}`)).toBe(true);
    }
  });
});

const jobs = z.object({
  jobs: z.record(
    z.string(),
    z.object({ permissions: z.optional(z.record(z.string(), z.string())), steps: z.array(step) }),
  ),
});

test('only the jobs that open an issue may write, only issues, and they run no code of the repository', () => {
  const writing = readdirSync(folder).flatMap((file) =>
    Object.entries(jobs.parse(parse(readFileSync(`${folder}/${file}`, 'utf8'))).jobs)
      .filter(([, { permissions }]) => permissions)
      .map(([name, job]) => ({ file, name, ...job })),
  );
  expect(writing.map(({ file, name, permissions }) => ({ file, name, permissions }))).toEqual([
    { file: 'check-sites.yml', name: 'issue', permissions: { issues: 'write' } },
    { file: 'full.yml', name: 'issue', permissions: { issues: 'write' } },
  ]);
  for (const { steps } of writing) {
    for (const { uses } of steps) expect([undefined, 'actions/download-artifact@v4']).toContain(uses);
    for (const { run = '' } of steps) expect(run).not.toMatch(/\b(?:npm|npx|node|eval|source)\b/);
  }
});

test('a pull request runs the same checks as npm test', () => {
  expect(runsOf('ci.yml')).toEqual(['.ci/run']);
});

test('a release is tested and packed, and its last step is a dry run', () => {
  const runs = runsOf('release.yml');
  const asked = runs.flatMap(scriptsIn);
  expect(asked).toEqual(['pack:relay', 'test:full', 'zip', 'store', 'notes', 'submit']);
  expect(runs.at(-1)).toBe('npm run submit -- --dry-run');
  expect(stepsOf('release.yml').at(-1)?.run).toBe(runs.at(-1));
});

test('CONTRIBUTING.md names every secret of the workflows', () => {
  const guide = readFileSync(`${root}/.github/CONTRIBUTING.md`, 'utf8');
  const wanted = readdirSync(folder)
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\bsecrets\.(\w+)/g)])
    .map(([, name]) => name ?? '');
  expect(wanted.length).toBeGreaterThan(0);
  for (const name of wanted) expect(guide).toContain(`\`${name}\``);
});
