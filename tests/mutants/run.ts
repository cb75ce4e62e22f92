import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { readCommand } from '#protocol/command-line.ts';
import { countOf } from '../count-of.ts';
import { createRandom } from '../world/random.ts';

const usage = `usage: npm run mutants [-- --of <glob of sources>] [--count <number>] [--seed <number>] [--project <name>,…] [--each]
  makes small changes by chance, one at a time and in memory, and names a test that notices each. A change that nobody notices
  is a test that is missing, or a line that nobody needs.
  --each: names all tests that notice, and the files that notice one alone. A file that never does is one too many.`;

/** Changes that a user could notice. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/ >= /, ' > '],
  [/ <= /, ' < '],
  [/ > /, ' <= '],
  [/ < /, ' >= '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \?\? (?=[\w'[{])/, ' && '],
  [/\bMath\.min\(/, 'Math.max('],
  [/\bMath\.max\(/, 'Math.min('],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\.some\(/, '.every('],
  [/\.every\(/, '.some('],
  [/if \(!/, 'if ('],
];

/** Lines without code that runs, and loops, which might not end. */
const isLeftOut = (line: string): boolean =>
  /^\s*(?:import|export \*|\/\/|\/?\*|interface|type |export (?:interface|type))|^\s*(?:for|while|do)\b|\breadonly\b/.test(
    line,
  );

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly code: string;
}

function mutantsOf(file: string): readonly Mutant[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((before, at) =>
    isLeftOut(before)
      ? []
      : rules.flatMap(([from, to]) => {
          const after = before.replace(from, to);
          return after === before
            ? []
            : [{ file, line: at + 1, before, after, code: lines.with(at, after).join('\n') }];
        }),
  );
}

const text = { type: 'string' } as const;
const options = {
  of: { ...text, default: 'src/**/*.{ts,tsx}' },
  count: { ...text, default: '200' },
  seed: { ...text, default: '1' },
  project: { ...text, default: 'unit*' },
  each: { type: 'boolean', default: false },
} as const;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { chosen, ...values } = readCommand(usage, { options }, ({ values }) => {
  const random = createRandom(countOf('seed', values.seed));
  const all = globSync(values.of, { cwd: root })
    .toSorted()
    .filter((file) => /^src\/(?!build|demo|store).+\.tsx?$/.test(file))
    .flatMap((file) => mutantsOf(`${root}${file}`));
  if (all.length === 0) throw new Error(`there is nothing to change in ${values.of}`);
  const chosen = all
    .map((mutant) => [random.next(), mutant] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, countOf('count', values.count))
    .map(([, mutant]) => mutant);
  return { ...values, chosen };
});

let current: Mutant | undefined;
const vitest = await createVitest(
  'test',
  {
    config: `${root}tests/vitest.config.ts`,
    project: values.project.split(','),
    watch: false,
    reporters: [{}],
    fsModuleCache: false,
    // What waits for a thing that never comes has noticed.
    testTimeout: 20_000,
    bail: values.each ? 0 : 1,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (_, id) =>
          current && id.split('?')[0] === current.file ? { code: current.code, map: null } : undefined,
      },
    ],
  },
);

/** Lets the tests that run next load this file changed, or as it is. */
function load(file: string, mutant: Mutant | undefined): void {
  current = mutant;
  vitest.invalidateFile(file);
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.getModulesByFile(file) ?? []) moduleGraph.invalidateModule(module);
}

/** The tests that load a file: first those that name it, and then those that load it by way of others. */
async function testsOf(file: string): Promise<readonly TestSpecification[][]> {
  Object.assign(vitest.config, { related: [file] });
  const all = await vitest.getRelevantTestSpecifications();
  // A world takes long, and notices nearly all.
  const found = all.filter(({ moduleId }) => !moduleId.includes('/tests/world/'));
  const name = relative(`${root}src`, file);
  const isNear = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').includes(`#${name}`);
  return [found.filter(isNear), found.filter((each) => !isNear(each))].filter(({ length }) => length > 0);
}

const nameOf = (module: TestModule): string => relative(root, module.moduleId);

async function noticing(mutant: Mutant): Promise<readonly string[]> {
  const found: string[] = [];
  for (const specifications of await testsOf(mutant.file)) {
    load(mutant.file, mutant);
    // It adds what earlier runs found.
    vitest.state.filesMap.clear();
    const { testModules } = await vitest.runTestSpecifications(specifications);
    for (const module of testModules.filter((each) => !each.ok())) {
      const [first, ...more] = module.children.allTests('failed');
      found.push(`${nameOf(module)}: ${first?.name ?? 'does not load'}${more.length > 0 ? ` +${more.length}` : ''}`);
    }
    load(mutant.file, undefined);
    if (found.length > 0 && !values.each) break;
  }
  return found;
}

const alone = new Map<string, number>();
let unnoticed = 0;
for (const mutant of chosen) {
  const found = await noticing(mutant);
  const place = `${relative(root, mutant.file)}:${mutant.line}`;
  process.stdout.write(
    `${found.length > 0 ? 'noticed' : 'ALIVE  '} ${place}\n  - ${mutant.before.trim()}\n  + ${mutant.after.trim()}\n`,
  );
  for (const one of found) process.stdout.write(`    ${one}\n`);
  if (found.length === 0) unnoticed++;
  const [only] = found;
  const file = only?.split(':')[0];
  if (values.each && found.length === 1 && file) alone.set(file, (alone.get(file) ?? 0) + 1);
}
process.stdout.write(`${unnoticed} of ${chosen.length} live\n`);
for (const [file, count] of alone) process.stdout.write(`${String(count).padStart(4)} noticed by ${file} alone\n`);
// Vitest has set the code of a run whose tests failed: here that is what is wanted.
process.exit(0);
