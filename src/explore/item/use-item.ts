import { useEffect, useState } from 'preact/hooks';
import type { MarketId } from '#core/markets.ts';
import { maxWatched, type WatchAlert } from '#core/watch-list.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/watch-list-messages.ts';
import { countText } from '#ui/age.ts';
import { text } from '#ui/text.ts';

/** The addresses of an item's pages on the compared markets, which come with the markets' own data. */
export function useLinks(
  { ask, onPush }: Pick<ExploreDeps, 'ask' | 'onPush'>,
  name: string,
): ReadonlyMap<MarketId, string> {
  const [links, setLinks] = useState<ReadonlyMap<MarketId, string>>(new Map());
  useEffect(() => {
    const closing = new AbortController();
    const find = async () => {
      const answer = await ask('details', { name }).catch(() => undefined);
      const found = answer?.markets.flatMap(({ market, detail }) =>
        detail?.link ? [[market, detail.link] as const] : [],
      );
      if (found && !closing.signal.aborted) setLinks(new Map(found));
    };
    void find();
    onPush(() => void find(), closing.signal);
    return () => closing.abort();
  }, [ask, onPush, name]);
  return links;
}

/** Whether an item is watched, and its alert. */
export function useWatched({ ask }: Pick<ExploreDeps, 'ask'>, name: string) {
  const [answer, setAnswer] = useState<WatchAnswer>();
  const [problem, setProblem] = useState('');
  const itemOf = (list: WatchAnswer | undefined) => list?.items.find((one) => one.name === name);
  const take = (pending: Promise<WatchAnswer>) =>
    pending.then(
      (next) => {
        setAnswer(next);
        setProblem(next.problem ? text('watchTrouble', next.problem) : '');
        return next;
      },
      (error) => {
        setProblem(text('watchTrouble', String(error)));
        return undefined;
      },
    );
  /** Returns whether the item is watched. */
  const add = async () => {
    const next = await take(ask('watch-star', { name, on: true }));
    if (next && !itemOf(next)) setProblem(text('watchFull', countText(maxWatched)));
    return itemOf(next) !== undefined;
  };
  useEffect(() => void take(ask('watch', {})), [ask]);
  const item = itemOf(answer);
  return {
    item,
    isOn: item !== undefined,
    problem,
    star: (on: boolean) => (on ? add() : take(ask('watch-star', { name, on }))),
    setAlert: async (alert: WatchAlert | null) => {
      // An alert is one of a watched item.
      if (item || (await add())) await take(ask('watch-alert', { name, alert }));
    },
  };
}
