import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readCommand } from '#protocol/command-line.ts';
import { countOf } from '../count-of.ts';
import { drawSeed } from '../seed.ts';

const usage = `usage: npm run test:world [-- --seed <number>] [--days <number>] [--worlds <number>]
  simulates years, or so many days, of one seed or of some. A seed lives the same life again.`;

const text = { type: 'string' } as const;
const options = { seed: text, days: { ...text, default: '365' }, worlds: { ...text, default: '1' } };
const { first, days, worlds } = readCommand(usage, { options }, ({ values }) => ({
  first: values.seed === undefined ? drawSeed() : countOf('seed', values.seed),
  days: countOf('days', values.days),
  worlds: countOf('worlds', values.worlds),
}));
process.stdout.write(`npm run test:world -- --seed ${first} --days ${days} --worlds ${worlds}\n`);
const seeds = Array.from({ length: worlds }, (_, at) => first + at);
const args = [
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit-isolated',
  'tests/world',
  '--testTimeout=0',
];
const env = { ...process.env, WORLD_SEEDS: seeds.join(), WORLD_DAYS: String(days) };
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
process.exitCode = spawnSync(process.execPath, [vitest, ...args], { env, stdio: 'inherit' }).status ?? 1;
