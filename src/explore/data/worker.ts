import { openStore } from '#browser/storage.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { buildIndex } from '#data/search/search-index.ts';
import { matchNames } from '#explore/bulk/match-names.ts';
import {
  type ExploreStores,
  type FirstReads,
  type LoadedPart,
  loadItemTable,
  readFirst,
} from '#explore/data/load-items.ts';
import type { WorkerAnswer, WorkerQuestion } from '#explore/data/worker-messages.ts';

/** The typed arrays of an answer. They move to the page: copying them would double the memory. */
function buffersOf(answer: WorkerAnswer): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  const add = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) buffers.push(value.buffer as ArrayBuffer);
    else if (Array.isArray(value) ? typeof value[0] === 'object' : typeof value === 'object' && value !== null)
      for (const inner of Object.values(value as object)) add(inner);
  };
  add(answer);
  return buffers;
}

/** Answers the page's questions from the extension's stores. Runs in a worker of the page. */
export function startExploreWorker(): void {
  const stores: ExploreStores = {
    prices: openStore('prices'),
    columns: openStore('columns'),
  };
  const post = (answer: WorkerAnswer) => self.postMessage(answer, { transfer: buffersOf(answer) });
  let names: readonly string[] = [];
  let loading: Promise<unknown> = Promise.resolve();
  let latest = 0;
  // The page asks a moment later, when it knows the settings.
  let first: Promise<FirstReads> | undefined = readFirst(stores);
  first.catch(() => undefined);

  const load = async ({ id, request }: Extract<WorkerQuestion, { ask: 'load' }>) => {
    latest = id;
    const report = (part: LoadedPart) => {
      // The page has asked again meanwhile.
      if (id !== latest) return;
      if (part.part === 'base') names = part.names;
      post({ say: 'part', id, part });
    };
    const ahead = first;
    first = undefined;
    const all = await loadItemTable(stores, request, report, Date.now(), ahead);
    if (id === latest) names = all;
  };
  const match = async (lines: Extract<WorkerQuestion, { ask: 'match' }>['lines']) => {
    await loading.catch(() => undefined);
    const { table } = await loadPrices(stores.prices);
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
