import { openStore } from '#browser/storage.ts';
import { looseKey } from '#core/items/names.ts';
import type { ItemTable, MarketColumn } from '#core/rows/item-table.ts';
import { buildIndex } from '#core/search/search-index.ts';
import type { ItemLine } from '#core/tables/table-lines.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { loadItemTable } from '#data/load-items.ts';
import type { MatchedLines, WorkerAnswer, WorkerQuestion } from '#explore/data/item-source.ts';

export function startExploreWorker(): void {
  const [prices, columns] = [openStore('prices'), openStore('columns')];
  const post = (answer: WorkerAnswer, moved: readonly ArrayBuffer[] = []) =>
    self.postMessage(answer, { transfer: [...moved] });
  let names: readonly string[] = [];
  let loading: Promise<unknown> = Promise.resolve();
  let latest = 0;

  const load = async ({ id, request }: Extract<WorkerQuestion, { ask: 'load' }>) => {
    latest = id;
    const report = (table: ItemTable, isComplete = false) => {
      // The page has asked again meanwhile.
      if (id !== latest) return;
      names = table.names;
      // A copy of 13 columns of 36,000 rows takes longer than all that is computed of them.
      post({ say: 'table', id, table, isComplete }, table.markets.flatMap(buffersOf));
    };
    const { table } = await loadPrices(prices);
    report(await loadItemTable(columns, table, request, Date.now(), report), true);
  };
  const match = async (lines: readonly ItemLine[]) => {
    await loading.catch(() => undefined);
    const { table } = await loadPrices(prices);
    return matchNames(names, lines, (name) => table?.table.find(name) !== undefined);
  };
  const answer = async (question: WorkerQuestion) => {
    const { id } = question;
    if (question.ask === 'load') {
      loading = load(question);
      await loading;
    } else if (question.ask === 'index') {
      const { names: _, ...index } = buildIndex(names);
      post({ say: 'index', id, index });
    } else post({ say: 'matched', id, matched: await match(question.lines) });
  };
  self.addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
    answer(data).catch((error) => post({ say: 'failed', id: data.id, problem: String(error) }));
  });
}

const buffersOf = ({ cents, avg7, avg30, count, inflated, updatedAt }: MarketColumn): readonly ArrayBuffer[] =>
  [cents, avg7, avg30, count, inflated, updatedAt].map(({ buffer }) => buffer);

/** @param isUnique also among names without a price: they may be twins (src/core/items/names.md, "Twins") */
export function matchNames(
  names: readonly string[],
  lines: readonly ItemLine[],
  isUnique: (name: string) => boolean,
): MatchedLines {
  const exact = new Map(names.map((name, row) => [name, row]));
  let near: ReadonlyMap<string, number> | undefined;
  const nearRow = (name: string): number | undefined => {
    near ??= uniqueNear(names);
    const usual = ofUsualWidth(name);
    const row = near.get(looseKey(usual));
    return row !== undefined && isUnique(usual) ? row : undefined;
  };
  const match = ({ readings }: ItemLine) => {
    for (const rowOf of [(name: string) => exact.get(name), nearRow])
      for (const { name, count } of readings) {
        const row = rowOf(name) ?? rowOf(sealed(name));
        if (row !== undefined) return { row, count };
      }
    return undefined;
  };
  const counts = new Map<number, number>();
  const unmatched: ItemLine[] = [];
  const meant: MatchedLines['found'][number][] = [];
  for (const line of lines) {
    const found = match(line);
    if (!found) unmatched.push(line);
    else {
      counts.set(found.row, (counts.get(found.row) ?? 0) + found.count);
      meant.push({ name: names[found.row] ?? '', count: found.count, line });
    }
  }
  return { rows: [...counts].map(([row, count]) => ({ row, count })), found: meant, unmatched };
}

/** A name as Chinese and Turkish keyboards do not write it: no real one has letters of full width, or an ı. */
const ofUsualWidth = (name: string): string =>
  name.replace(/[！-～　]/g, (wide) => wide.normalize('NFKC')).replace(/[ıİ]/g, 'i');

/** People leave out the first word of "Sealed Graffiti | …", the only form that is traded. */
const sealed = (name: string): string => name.replace(/^(?=graffiti \|)/i, 'Sealed ');

/** The row of each spelling that one name alone has. */
function uniqueNear(names: readonly string[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const shared = new Set<string>();
  for (const [row, name] of names.entries()) {
    const key = looseKey(name);
    if (rows.has(key)) shared.add(key);
    rows.set(key, row);
  }
  for (const key of shared) rows.delete(key);
  return rows;
}
