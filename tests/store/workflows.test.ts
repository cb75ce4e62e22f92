import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { identity } from '#build/identity.ts';
import { missingFor, notesFor, secrets } from '#build/release.ts';
import { makeKeys, signNotices } from '#build/sign-notices.ts';
import { readNotices } from '#protocol/notices.ts';
import { noticeRow } from '../protocol/signed-notices.ts';

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
    // The package's schema is older than this permission.
    const text = readFileSync(`${folder}/${file}`, 'utf8').replace(/^ +attestations: write\n/m, '');
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  test('may read the repository and nothing else', () => {
    expect(workflow.parse(parse(readFileSync(`${folder}/${file}`, 'utf8'))).permissions).toEqual({ contents: 'read' });
  });

  test("uses GitHub's own actions only, each pinned by its hash", () => {
    for (const { uses } of stepsOf(file)) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
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

test('only jobs that run no code of the repository may write', () => {
  const writing = readdirSync(folder).flatMap((file) =>
    Object.entries(jobs.parse(parse(readFileSync(`${folder}/${file}`, 'utf8'))).jobs)
      .filter(([, { permissions }]) => permissions)
      .map(([name, job]) => ({ file, name, ...job })),
  );
  expect(writing.map(({ file, name, permissions }) => ({ file, name, permissions }))).toEqual([
    { file: 'check-sites.yml', name: 'issue', permissions: { issues: 'write' } },
    { file: 'full.yml', name: 'issue', permissions: { issues: 'write' } },
    { file: 'notices.yml', name: 'publish', permissions: { contents: 'write' } },
    {
      file: 'release.yml',
      name: 'draft',
      permissions: { contents: 'write', 'id-token': 'write', attestations: 'write' },
    },
  ]);
  for (const { steps } of writing) {
    for (const { uses = '' } of steps)
      expect(uses).toMatch(/^$|^actions\/(?:download-artifact|attest-build-provenance)@/);
    for (const { run = '' } of steps) expect(run).not.toMatch(/\b(?:npm|npx|node|eval|source)\b/);
  }
});

test('a pull request runs the same checks as npm test, and nothing that is given a secret', () => {
  expect(runsOf('ci.yml')).toEqual(['.ci/run']);
  const texts = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const byStrangers = texts.filter((text) => /\b(?:pull_request|workflow_run|issue_comment|issues:$)/m.test(text));
  expect(byStrangers).toHaveLength(1);
  expect(byStrangers.join()).not.toMatch(/secrets|pull_request_target/);
});

test('a release is tested before it is packed, and nothing is submitted', () => {
  const runs = runsOf('release.yml').filter((run) => scriptsIn(run).length > 0);
  expect(runs).toEqual(['npm run test:full', 'npm run release -- --dry-run']);
});

describe('notices', () => {
  const list: unknown = JSON.parse(readFileSync(`${root}/.github/notices.json`, 'utf8'));

  test('of the repository can be signed, are read by the key of the package, and name the newest release', async () => {
    const { noticesKey, privateKey } = await makeKeys();
    const body: unknown = JSON.parse(await signNotices(list, 'v1.2.3', privateKey, noticesKey));
    expect(await readNotices(body, noticesKey)).toMatchObject({ latest: '1.2.3', rows: list });
  });

  test.each<[string, unknown, string, string]>([
    ['no list', {}, 'v1.2.3', 'no list'],
    ['a row that is none', [noticeRow, { ...noticeRow, off: 'all' }], '', 'entry 2'],
    ['a tag that is no version', [noticeRow], 'latest', 'no tag'],
    ['more than relays take', Array.from({ length: 99 }, () => noticeRow), '', 'bytes'],
  ])('are refused with %s', async (_, rows, latest, why) => {
    const { noticesKey, privateKey } = await makeKeys();
    await expect(signNotices(rows, latest, privateKey, noticesKey)).rejects.toThrow(why);
    const other = await makeKeys();
    await expect(signNotices([], '', privateKey, other.noticesKey)).rejects.toThrow('not the key');
  });
});

describe('a release', () => {
  const owned = { isPlaceholder: false, noticesKey: 'key', version: '1.2.3' };
  const env = Object.fromEntries(secrets.map((name) => [name, 'set']));

  test('misses nothing with an owner, the secrets and its tag', () => {
    expect(missingFor(owned, env, 'v1.2.3')).toEqual([]);
  });

  test.each([
    ['the owner', { ...owned, isPlaceholder: true }, env, 'v1.2.3', 'OWNER'],
    ['the key of notices', { ...owned, noticesKey: '' }, env, 'v1.2.3', '--new-key'],
    ['the tag of its version', owned, env, 'v1.2.2', 'v1.2.3'],
    ['a secret', owned, { ...env, FIREFOX_JWT_ISSUER: '' }, 'v1.2.3', 'FIREFOX_JWT_ISSUER'],
  ])('is refused without %s', (_, who, variables, tag, named) => {
    expect(missingFor(who, variables, tag)).toEqual([expect.stringContaining(named)]);
  });

  test('has notes that the host takes, written by a person or cut at a line', () => {
    const line = `- ${'x'.repeat(98)}\n`;
    const cut = notesFor(undefined, line.repeat(1500), identity);
    expect(cut.length).toBeLessThan(125_000);
    expect(cut).toMatch(/\n- x{98}\n\n\[All changes\]\(https:\S+CHANGELOG\.md\)\n$/);
    expect(notesFor(undefined, line, identity)).toBe(line);
    const written = readFileSync(new URL(`../../.github/notes/0.1.0.md`, import.meta.url), 'utf8');
    const homepage = 'https://github.com/somebody/skinlens';
    expect(notesFor(written, line, { ...identity, homepage })).toContain(
      `${homepage}/blob/main/.github/guide/set-up.md`,
    );
  });

  test('keeps the add-on’s id, whoever owns the repository: with another one Firefox forgets all that it stored', () => {
    expect(identity.addonId).toBe('skinlens@counter-strike-prices');
  });

  test('asks for the secrets that the workflow hands over', () => {
    const handed = readFileSync(`${folder}/release.yml`, 'utf8').matchAll(/^ +(\w+): \$\{\{ secrets\.\1 \}\}$/gm);
    expect([...handed].map(([, name]) => name)).toEqual(secrets);
  });
});

test('every address of the package is of one owner', () => {
  const addresses = z
    .object({ homepage: z.string(), repository: z.string(), bugs: z.string() })
    .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')));
  expect(addresses).toEqual({
    homepage: identity.homepage,
    repository: `${identity.homepage}.git`,
    bugs: identity.support,
  });
});

test('CONTRIBUTING.md names every secret of the workflows', () => {
  const guide = readFileSync(`${root}/.github/CONTRIBUTING.md`, 'utf8');
  const wanted = readdirSync(folder)
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\bsecrets\.(\w+)/g)])
    .map(([, name]) => name ?? '');
  expect(wanted.length).toBeGreaterThan(0);
  for (const name of wanted) expect(guide).toContain(`\`${name}\``);
});
