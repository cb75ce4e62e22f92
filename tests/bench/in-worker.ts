import { openStore } from '#platform/store.ts';
import { parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import { openLoadedTable } from '#prices/table/loaded-table.ts';
import { packTable } from '#prices/table/write-table.ts';
import type { Step } from './steps.ts';

/** Runs inside the extension: what the engine does with an answer, and beside it JSON.parse of the same body. */

declare global {
  /** Times the steps of one refresh, ms each. */
  var timeRefresh: (url: string, floorFirst: boolean) => Promise<Record<Step, number>>;
}

globalThis.timeRefresh = async (url, floorFirst) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const before = floorFirst ? timeFloor(bytes) : 0;
  const times = await timeSteps(bytes);
  return { ...times, floor: floorFirst ? before : timeFloor(bytes) };
};

function timeFloor(bytes: ArrayBuffer): number {
  const text = new TextDecoder().decode(bytes);
  const start = performance.now();
  JSON.parse(text);
  return performance.now() - start;
}

async function timeSteps(bytes: ArrayBuffer): Promise<Record<Exclude<Step, 'floor'>, number>> {
  const store = openStore('bench');
  let start = performance.now();
  const lap = () => {
    const now = performance.now();
    const ms = now - start;
    start = now;
    return ms;
  };
  const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const decode = lap();
  const { rows, bad } = parsePartnerPrices(body);
  const validate = lap();
  const { buffer, items } = packTable(rows);
  const pack = lap();
  const facts = { relay: '', asOf: Date.now(), items, badRows: bad };
  openLoadedTable(facts, buffer);
  const open = lap();
  await store.write({ [tableKey]: { ...facts, bytes: new Blob([buffer]) } });
  return { decode, validate, pack, open, store: lap() };
}
