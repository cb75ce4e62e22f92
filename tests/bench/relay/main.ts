import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Part } from '../bench.ts';
import { describeMachine } from '../machine.ts';
import type { Row } from '../row.ts';
import { formatTable } from '../table.ts';
import { polls } from './polls.ts';
import { refreshBytes } from './refresh-bytes.ts';
import { soak } from './soak.ts';
import { throughput } from './throughput.ts';

/** `node tests/bench/relay/main.ts`: measures the relay, prints a table and, with `--json`, the rows after it. */

const usage = `node tests/bench/relay/main.ts [--only bytes,throughput,polls] [--quick] [--json]
node tests/bench/relay/main.ts --soak [--seconds 60]   at most 600
`;

const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error);

/** The parts that `npm run bench` runs as well; the soak is only asked for by name. */
const measured: Record<string, (runs: number) => Promise<Row[]>> = {
  bytes: (runs) => refreshBytes(runs === 1),
  throughput: (runs) => throughput(nginx, runs, runs === 1 ? 1 : 3),
  polls: (runs) => polls(runs === 1 ? 5 : 60),
};

async function measureAll(names: readonly string[], runs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names) rows.push(...((await measured[name]?.(runs)) ?? []));
  return rows;
}

/** The relay's part of `npm run bench`. */
export const relay: Part = ({ runs }) => measureAll(Object.keys(measured), Math.min(runs, 5));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      soak: { type: 'boolean' },
      seconds: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const names = values.only?.split(',') ?? Object.keys(measured);
  const seconds = Math.min(600, Number(values.seconds ?? 60));
  const rows = await (values.soak ? soak(seconds) : measureAll(names, values.quick ? 1 : 5));
  process.stdout.write(`${formatTable(rows)}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify({ machine: describeMachine(), rows })}\n`);
}

if (import.meta.main) await main();
