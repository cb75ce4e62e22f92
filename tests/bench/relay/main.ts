import { parseArgs } from 'node:util';
import { describeMachine } from '../machine.ts';
import { openMarket } from '../market.ts';
import { measurePart } from '../measure.ts';
import { history } from '../parts/history.ts';
import { historyGrowth } from '../parts/history-growth.ts';
import { historyLoad } from '../parts/history-load.ts';
import { relayBytes } from '../parts/relay-bytes.ts';
import { relayThroughput } from '../parts/relay-throughput.ts';
import type { Row } from '../row.ts';
import { formatTable } from '../table.ts';

/** `node tests/bench/relay/main.ts [--only bytes,throughput,history,load,growth] [--quick] [--json]`: the relay's parts, without a build. */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bytes,throughput,history' },
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const all = { bytes: relayBytes, throughput: relayThroughput, history, load: historyLoad, growth: historyGrowth };
const parts = Object.entries(all);
const names = values.only.split(',');
const market = await openMarket();
const rows: Row[] = [];
for (const [name, part] of parts.filter(([name]) => names.includes(name)))
  rows.push(...(await measurePart(`relay-${name}`, part, market, values.quick ? 1 : 5)));
await market.close();
process.stdout.write(`${formatTable(rows)}\n`);
if (values.json) process.stdout.write(`${JSON.stringify({ machine: describeMachine(), rows })}\n`);
