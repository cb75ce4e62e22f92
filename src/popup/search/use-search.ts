import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { MarketId } from '#core/markets.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { maxResults } from '#protocol/limits.ts';
import type { SearchAnswer } from '#protocol/messages.ts';

/** What a query brought; `gone`: the worker does not answer. */
export interface Found {
  readonly query: string;
  readonly answer: SearchAnswer | { readonly state: 'gone' };
}

const gone = () => ({ state: 'gone' }) as const;

type SearchDeps = Pick<PopupDeps, 'ask' | 'onPush'>;

/**
 * Searches for a query as it is typed: one request at a time, then the latest query, so that a slow worker is not
 * asked for each letter. What an older query brought is dropped; until the new comes, what was last found stays.
 */
export function useFound({ ask, onPush }: SearchDeps, query: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  const latest = useRef(query);
  const busy = useRef(false);
  latest.current = query;

  const look = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (let asked: string | undefined; asked !== latest.current; ) {
      asked = latest.current;
      const answer = asked ? await ask('search', { query: asked, limit: maxResults }).catch(gone) : undefined;
      if (asked === latest.current) setFound(answer && { query: asked, answer });
    }
    busy.current = false;
  }, [ask]);

  useEffect(() => void look(), [look, query]);
  useEffect(() => {
    const closing = new AbortController();
    onPush(() => void look(), closing.signal);
    return () => closing.abort();
  }, [onPush, look]);
  return query === '' ? undefined : found;
}

/** A link to an item on one market. */
export interface MarketLink {
  readonly market: MarketId;
  readonly url: string;
}

/** The links that are known of the opened item; `undefined` until the worker has said. */
export interface Opened {
  readonly name: string;
  readonly links?: readonly MarketLink[] | undefined;
}

/** What of an item is opened: on which of the chosen markets it can be looked at. */
export function useOpened({ ask }: Pick<PopupDeps, 'ask'>) {
  const [opened, setOpened] = useState<Opened>();
  const wanted = useRef<string | undefined>(undefined);
  const open = async (name: string | undefined): Promise<readonly MarketLink[]> => {
    if (name === undefined) return [];
    wanted.current = name;
    setOpened((before) => (before?.name === name ? before : { name }));
    const answer = await ask('details', { name }).catch(() => undefined);
    const links = (answer?.markets ?? []).flatMap(({ market, detail }) =>
      detail?.link ? [{ market, url: detail.link }] : [],
    );
    if (wanted.current !== name) return [];
    setOpened({ name, links });
    return links;
  };
  const close = () => {
    wanted.current = undefined;
    setOpened(undefined);
  };
  return { opened, open, close };
}
