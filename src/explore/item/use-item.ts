import { useCallback, useMemo } from 'preact/hooks';
import type { MarketId } from '#core/prices/markets.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { answerOf, useAsked } from '#ui/pages/use-asked.ts';
import { useWatchList } from '#ui/pages/use-watch-list.ts';

/** The addresses of an item's pages on the compared markets, which come with the markets' own data. */
export function useLinks({ ask, onPush }: ExploreDeps, name: string): ReadonlyMap<MarketId, string> {
  const [asked] = useAsked(
    useCallback(() => ask('details', { name }), [ask, name]),
    onPush,
  );
  const offers = answerOf(asked) ?? [];
  return new Map(offers.flatMap(({ market, link }) => (link ? [[market, link]] : [])));
}

export function useWatchedNames(deps: ExploreDeps) {
  const { answer, problem, star, removed } = useWatchList<WatchAnswer>(deps);
  const watched = useMemo(() => new Set(answer?.items.map(({ name }) => name)), [answer]);
  return { watched, problem: answer && problem, removed, toggle: (name: string) => star(name, !watched.has(name)) };
}
