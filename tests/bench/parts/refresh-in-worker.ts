import { openStore } from '#browser/storage.ts';
import { isStoredTable, tableKey } from '#data/catalogue/loaded-table.ts';
import { packTable, withNames } from '#data/catalogue/pack-table.ts';
import { openTable, type PriceTable } from '#data/catalogue/price-table.ts';
import { parsePartnerPrices } from '#data/refresh/table-feed.ts';

/** Runs inside the extension: the work of a refresh once the body is there, beside JSON.parse of the same body. */

declare global {
  /** Stores the extension's own table with names that its feed does not tell any more. */
  var prepareTable: () => Promise<void>;
  var timeRefresh: (url: string, floorFirst: boolean) => Promise<{ ours: number; floor: number }>;
}

const forgottenNames = 3000;
const beforeKey = 'before';

globalThis.prepareTable = async () => {
  const [stored] = await openStore('prices').read([tableKey]);
  if (!isStoredTable(stored)) throw new Error('there is no table');
  const before = openTable(await stored.bytes.arrayBuffer(), stored.catalogue);
  const names = Array.from({ length: forgottenNames }, (_, at) => `Sticker | Not On Sale ${at} (Holo)`);
  const { catalogue, buffer } = withNames(before, names).table;
  await openStore('bench').write({ [beforeKey]: { catalogue, buffer } });
};

globalThis.timeRefresh = async (url, floorFirst) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const [stored] = await openStore('bench').read([beforeKey]);
  const { catalogue, buffer } = stored as Pick<PriceTable, 'catalogue' | 'buffer'>;
  const table = openTable(buffer, catalogue);
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
  const { catalogue, buffer } = packTable(rows, before).table;
  const facts = { relay: '', asOf: Date.now(), items: rows.size, badRows: bad, catalogue };
  await openStore('bench').write({ [tableKey]: { ...facts, bytes: new Blob([buffer]) } });
}
