import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { maxWatched, type WatchAlert } from '#core/owned/watch-list.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

/** The addresses of an item's pages on the compared markets, which come with the markets' own data. */
export function useLinks({ ask, onPush }: ExploreDeps, name: string): ReadonlyMap<MarketId, string> {
  const [links, setLinks] = useState<ReadonlyMap<MarketId, string>>(new Map());
  useEffect(() => {
    const closing = new AbortController();
    const onChange = () => {
      const offers = asked.answer ?? [];
      setLinks(new Map(offers.flatMap(({ market, link }) => (link ? [[market, link]] : []))));
    };
    const asked = new AskOnce(() => ask('details', { name }), { pausesMs: retryPausesMs, onChange });
    void asked.ask();
    onPush(() => void asked.again(), closing.signal);
    closing.signal.addEventListener('abort', () => asked.stop());
    return () => closing.abort();
  }, [ask, onPush, name]);
  return links;
}

/** The watch list, and why it is not there or its last change failed. */
function useWatchList({ ask, onPush }: ExploreDeps) {
  const question = useCallback(() => ask('watch', {}), [ask]);
  const [asked, tell] = useAsked(question, onPush);
  const [problem, setProblem] = useState('');
  const take = (pending: Promise<WatchAnswer>) =>
    pending.then(
      (next) => {
        tell(next);
        setProblem(next.problem ? text('watchTrouble', next.problem) : '');
        return next;
      },
      (error) => {
        setProblem(text('watchTrouble', String(error)));
        return undefined;
      },
    );
  /** Returns whether the item is watched. */
  const star = async (name: string, on: boolean) => {
    const next = await take(ask('watch-star', { name, on }));
    const isOn = next?.items.some((one) => one.name === name) === true;
    if (next && on && !isOn) setProblem(text('watchFull', countText(maxWatched)));
    return isOn;
  };
  const lost = asked.state === 'failed' ? text('watchTrouble', String(asked.error)) : '';
  return { list: asked.state === 'told' ? asked.answer : undefined, problem: problem || lost, take, star };
}

export function useWatchedNames(deps: ExploreDeps) {
  const { list, problem, star } = useWatchList(deps);
  const watched = useMemo(() => new Set(list?.items.map(({ name }) => name)), [list]);
  return { watched, problem: list && problem, toggle: (name: string) => star(name, !watched.has(name)) };
}

/** Whether an item is watched, and its alert. */
export function useWatched(deps: ExploreDeps, name: string) {
  const { list, problem, take, star } = useWatchList(deps);
  const item = list?.items.find((one) => one.name === name);
  return {
    /** What a form may start from; `undefined` while the list is not there. */
    list: list && { alert: item?.alert ?? null, shown: list.shown },
    isOn: item !== undefined,
    problem,
    star: (on: boolean) => star(name, on),
    setAlert: async (alert: WatchAlert | null) => {
      // An alert is one of a watched item.
      if (item || (await star(name, true))) await take(deps.ask('watch-alert', { name, alert }));
    },
  };
}
