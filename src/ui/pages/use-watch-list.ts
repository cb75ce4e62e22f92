import { useCallback, useState } from 'preact/hooks';
import { maxWatched, type WatchAlert } from '#core/owned/watch-list.ts';
import type { WatchAnswer, WatchedItem } from '#core/owned/watch-prices.ts';
import { answerOf, type OnPush, useAsked } from '#ui/pages/use-asked.ts';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

interface WatchDeps {
  readonly ask: {
    (kind: 'watch', request: Record<string, never>): Promise<WatchAnswer>;
    (kind: 'watch-star', request: { name: string; on: boolean }): Promise<WatchAnswer>;
    (kind: 'watch-alert', request: { name: string; alert: WatchAlert | null }): Promise<WatchAnswer>;
  };
  readonly onPush: OnPush;
}

export type WatchListState = ReturnType<typeof useWatchList>;

export function useWatchList({ ask, onPush }: WatchDeps) {
  const { asked, tell } = useAsked(
    useCallback(() => ask('watch', {}), [ask]),
    onPush,
  );
  const [refused, setRefused] = useState('');
  const [removed, setRemoved] = useState<WatchedItem>();
  const answer = answerOf(asked);
  const trouble = asked.state === 'failed' ? String(asked.error) : answer?.problem;
  const take = async (pending: Promise<WatchAnswer>): Promise<WatchAnswer | undefined> => {
    try {
      const after = await pending;
      tell(after);
      setRefused('');
      return after;
    } catch (error) {
      setRefused(text('watchTrouble', String(error)));
      return undefined;
    }
  };
  const itemOf = (name: string, list = answer) => list?.items.find((one) => one.name === name);
  /** Returns whether the item is listed then. */
  const star = async (name: string, on: boolean): Promise<boolean> => {
    const before = itemOf(name);
    const after = await take(ask('watch-star', { name, on }));
    const isOn = itemOf(name, after) !== undefined;
    if (after) setRemoved(on ? undefined : before);
    if (after && on && !isOn) setRefused(text('watchFull', countText(maxWatched)));
    return isOn;
  };
  /** An alert is one of a watched item. */
  const setAlert = async (name: string, alert: WatchAlert | null): Promise<void> => {
    if (itemOf(name) || (await star(name, true))) await take(ask('watch-alert', { name, alert }));
  };
  const putBack = async ({ name, alert }: Pick<WatchedItem, 'name' | 'alert'>) => {
    if ((await star(name, true)) && alert) await take(ask('watch-alert', { name, alert }));
  };
  return {
    /** `undefined` until the worker has answered. */
    answer,
    /** Why the list is not there or its last change failed, as a sentence; empty without a failure. */
    problem: refused || (trouble ? text('watchTrouble', trouble) : ''),
    itemOf,
    star,
    setAlert,
    removed: { name: removed?.name, onUndo: () => removed && void putBack(removed) },
  };
}
