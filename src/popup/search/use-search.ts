import { useCallback, useRef, useState } from 'preact/hooks';
import { createMutex } from '#core/asks/concurrency.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { maxResults } from '#protocol/limits.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { useAsked } from '#ui/pages/use-asked.ts';

/** A query with its answer. `no-answer`: the worker does not answer. */
export interface SearchResponse {
  readonly query: string;
  readonly answer: SearchAnswer | { readonly state: 'no-answer' };
}

const noAnswer = () => ({ state: 'no-answer' }) as const;

/**
 * Searches while the user types. One request runs at a time, and the latest query follows it, so a slow worker is not asked
 * for each letter. The last shown answer stays until a new one comes.
 */
export function useSearch(
  { ask, onPush }: Pick<PopupDeps, 'ask' | 'onPush'>,
  query: string,
): SearchResponse | undefined {
  const latest = useRef(query);
  latest.current = query;
  const [inTurn] = useState(createMutex);
  const question = useCallback(
    () =>
      inTurn(async (): Promise<SearchResponse | undefined> => {
        if (query === '' || query !== latest.current) return undefined;
        return { query, answer: await ask('search', { query, limit: maxResults }).catch(noAnswer) };
      }),
    [ask, query],
  );
  const { last } = useAsked(question, onPush);
  return query === '' ? undefined : last;
}
