import { useMemo } from 'preact/hooks';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { useWatchList } from '#ui/pages/use-watch-list.ts';

export function useWatchedNames(deps: ExploreDeps) {
  const { answer, problem, star, removed } = useWatchList<WatchAnswer>(deps);
  const watched = useMemo(() => new Set(answer?.items.map(({ name }) => name)), [answer]);
  return { watched, problem: answer && problem, removed, toggle: (name: string) => star(name, !watched.has(name)) };
}
