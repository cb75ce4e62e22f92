import { openStore } from '#platform/store.ts';
import { parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import { openLoadedTable } from '#prices/table/loaded-table.ts';
import { packTable } from '#prices/table/write-table.ts';

/** Runs inside the extension: the work of a refresh once the body is there, beside JSON.parse of the same body. */

declare global {
  /** Times both, ms. */
  var timeRefresh: (url: string, floorFirst: boolean) => Promise<{ ours: number; floor: number }>;
}

globalThis.timeRefresh = async (url, floorFirst) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const before = floorFirst ? timeParsing(bytes) : 0;
  const start = performance.now();
  await refresh(bytes);
  const ours = performance.now() - start;
  return { ours, floor: floorFirst ? before : timeParsing(bytes) };
};

function timeParsing(bytes: ArrayBuffer): number {
  const text = new TextDecoder().decode(bytes);
  const start = performance.now();
  JSON.parse(text);
  return performance.now() - start;
}

/** Decodes, validates, packs, opens and stores a body. */
async function refresh(bytes: ArrayBuffer): Promise<void> {
  const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const { rows, bad } = parsePartnerPrices(body);
  const { buffer, items } = packTable(rows);
  const facts = { relay: '', asOf: Date.now(), items, badRows: bad };
  openLoadedTable(facts, buffer);
  await openStore('bench').write({ [tableKey]: { ...facts, bytes: new Blob([buffer]) } });
}
