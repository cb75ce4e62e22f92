import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { MarketId } from '#core/prices/markets.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { maxResults } from '#protocol/limits.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { useAtPush } from '#ui/pages/use-answer.ts';

/** A query with its answer. `no-answer`: the worker does not answer. */
export interface SearchResponse {
  readonly query: string;
  readonly answer: SearchAnswer | { readonly state: 'no-answer' };
}

const noAnswer = () => ({ state: 'no-answer' }) as const;

type SearchDeps = Pick<PopupDeps, 'ask' | 'onPush'>;

/**
 * Searches while the user types. One request runs at a time, and the latest query follows it, so a slow worker is not asked
 * for each letter. The answer to an outdated query is dropped; the last shown answer stays until a new one comes.
 */
export function useSearch({ ask, onPush }: SearchDeps, query: string): SearchResponse | undefined {
  const [response, setResponse] = useState<SearchResponse>();
  const latest = useRef(query);
  const busy = useRef(false);
  latest.current = query;

  const search = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (let asked: string | undefined; asked !== latest.current; ) {
      asked = latest.current;
      const answer = asked ? await ask('search', { query: asked, limit: maxResults }).catch(noAnswer) : undefined;
      if (asked === latest.current) setResponse(answer && { query: asked, answer });
    }
    busy.current = false;
  }, [ask]);

  useEffect(() => void search(), [search, query]);
  useAtPush(onPush, search);
  return query === '' ? undefined : response;
}

export interface MarketLink {
  readonly market: MarketId;
  readonly url: string;
}

/** The links of the opened item; `links` is `undefined` until the worker has answered. */
export interface ItemLinks {
  readonly name: string;
  readonly links?: readonly MarketLink[] | undefined;
}

/**
 * The opened item with its links on the chosen markets, and functions that open and close it. Its links come with the
 * markets' own data, which the worker may still be fetching: it is asked again when it has more.
 */
export function useItemLinks({ ask, onPush }: SearchDeps) {
  const [opened, setOpened] = useState<ItemLinks>();
  const wanted = useRef<string | undefined>(undefined);
  /** `undefined` when the worker does not answer. */
  const find = useCallback(
    async (name: string): Promise<readonly MarketLink[] | undefined> => {
      const offers = await ask('details', { name }).catch(() => undefined);
      return offers?.flatMap(({ market, link }) => (link ? [{ market, url: link }] : []));
    },
    [ask],
  );
  const open = async (name: string | undefined): Promise<readonly MarketLink[]> => {
    if (name === undefined) return [];
    wanted.current = name;
    setOpened((before) => (before?.name === name ? before : { name }));
    const links = (await find(name)) ?? [];
    if (wanted.current !== name) return [];
    setOpened({ name, links });
    return links;
  };
  const close = () => {
    wanted.current = undefined;
    setOpened(undefined);
  };
  const update = useCallback(async () => {
    const name = wanted.current;
    const links = name === undefined ? undefined : await find(name);
    if (name !== undefined && links && wanted.current === name) setOpened({ name, links });
  }, [find]);
  useAtPush(onPush, update);
  return { opened, open, close };
}
