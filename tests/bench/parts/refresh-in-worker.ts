import { openStore } from '#platform/storage.ts';
import { parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import { isStoredTable, tableKey } from '#prices/storage/stored-state.ts';
import { openLoadedTable } from '#prices/table/loaded-table.ts';
import { openTable, type PriceTable } from '#prices/table/read-table.ts';
import { packTable, withKnownNames } from '#prices/table/write-table.ts';

/** Runs inside the extension: the work of a refresh once the body is there, beside JSON.parse of the same body. */

declare global {
  /** Stores the extension's own table with names that its feed does not tell any more. */
  var prepareTable: () => Promise<void>;
  /** Times both, ms. */
  var timeRefresh: (url: string, floorFirst: boolean) => Promise<{ ours: number; floor: number }>;
}

const forgottenNames = 3000;
const beforeKey = 'before';

globalThis.prepareTable = async () => {
  const [stored] = await openStore('prices').read([tableKey]);
  const columns = isStoredTable(stored) && openTable(await stored.bytes.arrayBuffer()).verifiedColumns();
  const names = Array.from({ length: forgottenNames }, (_, at) => `Sticker | Not On Sale ${at} (Holo)`);
  const buffer = columns && withKnownNames(columns, names, 1);
  if (!buffer) throw new Error('there is no table');
  await openStore('bench').write({ [beforeKey]: buffer });
};

globalThis.timeRefresh = async (url, floorFirst) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const [stored] = await openStore('bench').read([beforeKey]);
  if (!(stored instanceof ArrayBuffer)) throw new Error('there is no table');
  const table = openTable(stored);
  const before = floorFirst ? timeParsing(bytes) : 0;
  const start = performance.now();
  await refresh(bytes, table);
  const ours = performance.now() - start;
  return { ours, floor: floorFirst ? before : timeParsing(bytes) };
};

function timeParsing(bytes: ArrayBuffer): number {
  const text = new TextDecoder().decode(bytes);
  const start = performance.now();
  JSON.parse(text);
  return performance.now() - start;
}

/** Decodes, validates, packs, opens and stores a body. Names of the table before stay known. */
async function refresh(bytes: ArrayBuffer, before: PriceTable): Promise<void> {
  const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const { rows, bad } = parsePartnerPrices(body);
  const { buffer, items } = packTable(rows, before.verifiedColumns(), 2);
  const facts = { relay: '', asOf: Date.now(), items, badRows: bad };
  openLoadedTable(facts, buffer);
  await openStore('bench').write({ [tableKey]: { ...facts, bytes: new Blob([buffer]) } });
}
