import { useEffect, useMemo, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { dollar } from '#core/money/rates.ts';
import { maxWatched, type WatchAlert } from '#core/owned/watch-list.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

/** The addresses of an item's pages on the compared markets, which come with the markets' own data. */
export function useLinks({ ask, onPush }: ExploreDeps, name: string): ReadonlyMap<MarketId, string> {
  const [links, setLinks] = useState<ReadonlyMap<MarketId, string>>(new Map());
  useEffect(() => {
    const closing = new AbortController();
    const onChange = () => {
      const found = asked.answer?.markets ?? [];
      setLinks(new Map(found.flatMap(({ market, detail }) => (detail?.link ? [[market, detail.link]] : []))));
    };
    const asked = new AskOnce(() => ask('details', { name }), { pausesMs: retryPausesMs, onChange });
    void asked.ask();
    onPush(() => void asked.again(), closing.signal);
    closing.signal.addEventListener('abort', () => asked.stop());
    return () => closing.abort();
  }, [ask, onPush, name]);
  return links;
}

/** The watch list, and why its last change failed. */
function useWatchList({ ask }: ExploreDeps) {
  const [answer, setAnswer] = useState<WatchAnswer>();
  const [problem, setProblem] = useState('');
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
  const itemOf = (name: string, list = answer) => list?.items.find((one) => one.name === name);
  /** Returns whether the item is watched. */
  const star = async (name: string, on: boolean) => {
    const next = await take(ask('watch-star', { name, on }));
    const isOn = itemOf(name, next) !== undefined;
    if (next && on && !isOn) setProblem(text('watchFull', countText(maxWatched)));
    return isOn;
  };
  useEffect(() => void take(ask('watch', {})), [ask]);
  return { items: answer?.items, shown: answer?.shown ?? dollar, problem, itemOf, take, star };
}

export function useWatchedNames(deps: ExploreDeps) {
  const { items, problem, star } = useWatchList(deps);
  const watched = useMemo(() => new Set(items?.map(({ name }) => name)), [items]);
  return { watched, problem: items && problem, toggle: (name: string) => star(name, !watched.has(name)) };
}

/** Whether an item is watched, and its alert. */
export function useWatched(deps: ExploreDeps, name: string) {
  const { shown, problem, itemOf, take, star } = useWatchList(deps);
  const item = itemOf(name);
  return {
    item,
    shown,
    isOn: item !== undefined,
    problem,
    star: (on: boolean) => star(name, on),
    setAlert: async (alert: WatchAlert | null) => {
      // An alert is one of a watched item.
      if (item || (await star(name, true))) await take(deps.ask('watch-alert', { name, alert }));
    },
  };
}
