import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { drawSeed } from '../seed.ts';

/** `npm run test:world`: simulated years, or so many days, of one seed or of some. A seed lives the same life again. */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, days: text, worlds: text } });
const { days = '365', worlds = '1' } = values;
const first = Number(values.seed ?? drawSeed());
process.stdout.write(`npm run test:world -- --seed ${first} --days ${days} --worlds ${worlds}\n`);
const seeds = Array.from({ length: Number(worlds) }, (_, at) => first + at);
const args = [
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit-isolated',
  'tests/world',
  '--testTimeout=0',
];
const env = { ...process.env, WORLD_SEEDS: seeds.join(), WORLD_DAYS: days };
const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
process.exitCode = spawnSync(process.execPath, [vitest, ...args], { env, stdio: 'inherit' }).status ?? 1;
