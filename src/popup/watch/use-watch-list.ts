import { useCallback, useEffect, useState } from 'preact/hooks';
import { maxWatched, type WatchAlert } from '#core/owned/watch-list.ts';
import type { PriceSeries } from '#core/prices/item-past.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { useAtPush } from '#ui/pages/use-answer.ts';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

type WatchDeps = Pick<PopupDeps, 'ask' | 'onPush'>;

export type WatchListState = ReturnType<typeof useWatchList>;

/** The watch list, loaded at first and again on each push of the worker. */
export function useWatchList({ ask, onPush }: WatchDeps) {
  const [answer, setAnswer] = useState<WatchAnswer>();
  const [problem, setProblem] = useState('');
  const fail = useCallback((error: unknown) => setProblem(text('watchTrouble', String(error))), []);
  const load = useCallback(() => void ask('watch', {}).then(setAnswer, fail), [ask, fail]);
  useAtPush(onPush, load);

  const show = async (pending: Promise<WatchAnswer>, problemOf: (after: WatchAnswer) => string = () => '') => {
    const after = await pending.catch(fail);
    if (!after) return;
    setAnswer(after);
    setProblem(problemOf(after));
  };
  return {
    /** `undefined` until the worker has answered. */
    answer,
    /** The failure as a sentence; empty without one. */
    problem: problem || (answer?.problem ? text('watchTrouble', answer.problem) : ''),
    isStarred: (name: string) => isListed(answer, name),
    star: (name: string, on: boolean) =>
      show(ask('watch-star', { name, on }), (after) =>
        on && !isListed(after, name) ? text('watchFull', countText(maxWatched)) : '',
      ),
    setAlert: (name: string, alert: WatchAlert | null) => show(ask('watch-alert', { name, alert })),
  };
}

const isListed = (answer: WatchAnswer | undefined, name: string): boolean =>
  answer?.items.some((item) => item.name === name) ?? false;

/**
 * What the relay has recorded of the listed items, by name: loaded one after the other when the list opens, and again when
 * its prices change.
 */
export function usePriceHistories(
  { ask }: WatchDeps,
  answer: WatchAnswer | undefined,
): ReadonlyMap<string, PriceSeries> {
  const [histories, setHistories] = useState<ReadonlyMap<string, PriceSeries>>(new Map());
  const key = `${answer?.asOf} ${answer?.items.length}`;
  useEffect(() => {
    let isOpen = true;
    const load = async () => {
      for (const { name } of answer?.items ?? []) {
        if (!isOpen) return;
        const recorded = await ask('watch-history', { name });
        if (isOpen && recorded) setHistories((before) => new Map([...before, [name, recorded]]));
      }
    };
    // The list works without histories.
    load().catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [ask, key]);
  return histories;
}

/** Whether the browser shows notifications, and a function for a click handler that asks for them. */
export function useNotifications({ notifications }: Pick<PopupDeps, 'notifications'>) {
  const [allowed, setAllowed] = useState<boolean>();
  useEffect(() => {
    notifications.allowed().then(setAllowed, () => setAllowed(undefined));
  }, [notifications]);
  return {
    allowed,
    // The browser requires the click, so nothing is awaited before this call.
    allow: () => void notifications.allow().then(setAllowed, () => setAllowed(false)),
  };
}
