import { useCallback, useEffect, useState } from 'preact/hooks';
import { maxWatched, type WatchAlert } from '#core/owned/watch-list.ts';
import type { LowestPast } from '#core/prices/item-past.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

type WatchDeps = Pick<PopupDeps, 'ask' | 'onPush'>;

export type WatchListState = ReturnType<typeof useWatchList>;

/** The watch list, asked for at first and again on each push of the worker. */
export function useWatchList({ ask, onPush }: WatchDeps) {
  const question = useCallback(() => ask('watch', {}), [ask]);
  const [asked, tell] = useAsked(question, onPush);
  const [refused, setRefused] = useState('');
  const answer = asked.state === 'told' ? asked.answer : undefined;
  const trouble = asked.state === 'failed' ? String(asked.error) : answer?.problem;

  const show = async (pending: Promise<WatchAnswer>, problemOf: (after: WatchAnswer) => string = () => '') => {
    try {
      const after = await pending;
      tell(after);
      setRefused(problemOf(after));
    } catch (error) {
      setRefused(text('watchTrouble', String(error)));
    }
  };
  return {
    /** `undefined` until the worker has answered. */
    answer,
    /** The failure as a sentence; empty without one. */
    problem: refused || (trouble ? text('watchTrouble', trouble) : ''),
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
): ReadonlyMap<string, LowestPast> {
  const [histories, setHistories] = useState<ReadonlyMap<string, LowestPast>>(new Map());
  const key = `${answer?.asOf} ${answer?.items.length}`;
  useEffect(() => {
    let isOpen = true;
    const load = async () => {
      for (const { name } of answer?.items ?? []) {
        if (!isOpen) return;
        const recorded = await ask('watch-history', { name }).catch(() => 'lost' as const);
        if (isOpen) setHistories((before) => new Map([...before, [name, recorded]]));
      }
    };
    void load();
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
