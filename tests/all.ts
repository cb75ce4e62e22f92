import { once } from 'node:events';
import { readCommand } from '#protocol/command-line.ts';
import { fullSteps, gateSteps } from './checks.ts';
import { drawSeed } from './seed.ts';
import { runSteps, selectSteps } from './steps.ts';

/** `npm test` and `npm run test:full`: a line for each step, at the end the output of those that failed. */

const usage = `usage: npm test [-- --only <step>,<step>] | [-- --list]
       npm run test:full [-- --only <step>,<step>] | [-- --list]
  --only: runs these steps and what they need
  --list: names the steps`;

const write = (text: string): void => void process.stdout.write(text);
const say = (line: string): void => write(`${line}\n`);

/** Draws the seed of a full run and raises the number of random cases, unless the environment tells them. */
function rollDice(): void {
  process.env['SKINLENS_SEED'] = String(drawSeed());
  process.env['SKINLENS_RUNS'] ??= '10';
  say(`SKINLENS_SEED=${process.env['SKINLENS_SEED']} replays the random cases of this run`);
}

/** Exit code 0 when every step passed, else 1. */
async function main(): Promise<number> {
  const options = { full: { type: 'boolean' }, only: { type: 'string' }, list: { type: 'boolean' } } as const;
  const { list, full, selected } = readCommand(usage, { options }, ({ values }) => {
    const steps = values.full ? fullSteps : gateSteps;
    return { ...values, selected: values.only === undefined ? steps : selectSteps(steps, values.only.split(',')) };
  });
  if (list) {
    for (const { id, title } of selected) say(`${id.padEnd(14)} ${title}`);
    return 0;
  }
  if (full) rollDice();
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) void once(process, name).then(() => interrupt.abort());
  // Two cores on every machine, so that the same steps meet everywhere.
  const { passed, failures, notes } = await runSteps(selected, {
    ...{ cores: 2, say, goOn: full },
    signal: interrupt.signal,
  });
  for (const failure of failures) say(`\n${failure}\n`);
  for (const note of notes) say(note);
  say(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

process.exitCode = await main();
