import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { drawSeed } from '../seed.ts';

/** `npm run test:world`: a simulated year, or so many days, of one seed. The same seed lives the same life. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, days: { type: 'string' } } });
const seed = values.seed ?? String(drawSeed());
process.stdout.write(`npm run test:world -- --seed ${seed}\n`);
const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'unit-isolated', 'tests/world'];
const env = { ...process.env, WORLD_SEED: seed, WORLD_DAYS: values.days ?? '365' };
const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
process.exitCode =
  spawnSync(process.execPath, [vitest, ...args, '--testTimeout=0'], { env, stdio: 'inherit' }).status ?? 1;
