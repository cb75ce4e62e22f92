import { emptyTable, type ItemTable } from '#core/rows/item-table.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { ItemLine, LineReading } from '#core/tables/table-lines.ts';
import type { LoadRequest } from '#data/load-items.ts';

export interface MatchedLines {
  /** Rows of the table with their counts, in the order of the list; each row once. */
  readonly rows: readonly { readonly row: number; readonly count: number }[];
  readonly found: readonly (LineReading & { readonly line: ItemLine })[];
  readonly unmatched: readonly ItemLine[];
}

/** Questions of the page. Each has a number, which the answers carry. */
export type WorkerQuestion =
  | { readonly ask: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly ask: 'index'; readonly id: number }
  | { readonly ask: 'match'; readonly id: number; readonly lines: readonly ItemLine[] };

export type WorkerAnswer =
  | { readonly say: 'table'; readonly id: number; readonly table: ItemTable; readonly isComplete: boolean }
  /** The page has the names. */
  | { readonly say: 'index'; readonly id: number; readonly index: Omit<SearchIndex, 'names'> }
  | { readonly say: 'matched'; readonly id: number; readonly matched: MatchedLines }
  | { readonly say: 'failed'; readonly id: number; readonly problem: string };

export interface LoadState {
  readonly table: ItemTable;
  readonly isComplete: boolean;
  /** Why the load ended early; empty without a problem. */
  readonly problem: string;
}

export interface WorkerLike {
  readonly postMessage: (question: WorkerQuestion) => void;
  readonly addEventListener: {
    (kind: 'message', listener: (event: { readonly data: WorkerAnswer }) => void): void;
    (kind: 'error', listener: (event: { readonly message?: string }) => void): void;
  };
}

/** @param start starts a worker; another one takes the place of one that has failed */
export function createItemSource(start: () => WorkerLike) {
  const waiting = new Map<number, (answer: WorkerAnswer) => void>();
  let last = 0;
  let current = 0;
  const open = () => {
    const opened = start();
    opened.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data));
    opened.addEventListener('error', ({ message = '' }) => {
      if (worker === opened) worker = undefined;
      const left = [...waiting];
      waiting.clear();
      for (const [id, answer] of left) answer({ say: 'failed', id, problem: message || 'the worker has failed' });
    });
    return opened;
  };
  let worker: WorkerLike | undefined = open();
  const post = (question: WorkerQuestion) => {
    worker ??= open();
    worker.postMessage(question);
  };
  const ask = (question: DistributiveOmit<WorkerQuestion, 'id'>) =>
    new Promise<WorkerAnswer>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if (answer.say === 'failed') reject(new Error(answer.problem));
        else resolve(answer);
      });
      post({ ...question, id });
    });
  return {
    /** Loads everything again; the listener may first get the prices of the price table alone. An earlier load tells no more. */
    load: (request: LoadRequest, listener: (state: LoadState) => void): void => {
      const id = ++last;
      waiting.delete(current);
      current = id;
      let table = emptyTable;
      waiting.set(id, (answer) => {
        if (answer.say === 'failed') listener({ table, isComplete: true, problem: answer.problem });
        if (answer.say !== 'table') return;
        table = answer.table;
        listener({ table, isComplete: answer.isComplete, problem: '' });
      });
      post({ ask: 'load', id, request });
    },
    index: async (names: readonly string[]): Promise<SearchIndex> => {
      const answer = await ask({ ask: 'index' });
      if (answer.say !== 'index') throw new Error('the worker answers another question');
      return { ...answer.index, names };
    },
    match: async (lines: readonly ItemLine[]): Promise<MatchedLines> => {
      const answer = await ask({ ask: 'match', lines });
      return answer.say === 'matched' ? answer.matched : { rows: [], found: [], unmatched: lines };
    },
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
