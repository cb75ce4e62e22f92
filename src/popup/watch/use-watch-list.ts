import { useCallback, useEffect, useState } from 'preact/hooks';
import { normaliseName } from '#core/names.ts';
import { maxWatched, type WatchAlert } from '#core/watch-list.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { WatchAnswer, WatchHistories } from '#protocol/watch-list-messages.ts';
import { countText } from '#ui/age.ts';
import { text } from '#ui/text.ts';

type WatchDeps = Pick<PopupDeps, 'ask' | 'onPush'>;

/** The watch list as the popup has it. */
export interface WatchLive {
  /** `undefined` until the worker has said. */
  readonly answer: WatchAnswer | undefined;
  /** What went wrong, as a sentence. */
  readonly problem: string;
  readonly isStarred: (name: string) => boolean;
  readonly star: (name: string, on: boolean) => Promise<void>;
  readonly setAlert: (name: string, alert: WatchAlert | null) => Promise<void>;
}

/** The watch list, followed while the popup is open. */
export function useWatch({ ask, onPush }: WatchDeps): WatchLive {
  const [answer, setAnswer] = useState<WatchAnswer>();
  const [problem, setProblem] = useState('');
  const fail = useCallback((error: unknown) => setProblem(text('watchTrouble', String(error))), []);
  useEffect(() => {
    const look = () => void ask('watch', {}).then(setAnswer, fail);
    const closing = new AbortController();
    look();
    onPush(look, closing.signal);
    return () => closing.abort();
  }, [ask, onPush, fail]);

  const show = async (asked: Promise<WatchAnswer>, problemOf: (after: WatchAnswer) => string = () => '') => {
    const after = await asked.catch(fail);
    if (!after) return;
    setAnswer(after);
    setProblem(problemOf(after));
  };
  return {
    answer,
    problem: problem || (answer?.problem ? text('watchTrouble', answer.problem) : ''),
    isStarred: (name) => isListed(answer, name),
    star: (name, on) =>
      show(ask('watch-star', { name, on }), (after) =>
        on && !isListed(after, name) ? text('watchFull', countText(maxWatched)) : '',
      ),
    setAlert: (name, alert) => show(ask('watch-alert', { name, alert })),
  };
}

const isListed = (answer: WatchAnswer | undefined, name: string): boolean =>
  answer?.items.some((item) => normaliseName(item.name) === normaliseName(name)) ?? false;

type Series = WatchHistories['series'][number];

/** What the listed items cost over time, asked for when the list is in sight and whenever its prices are newer. */
export function useHistories({ ask }: WatchDeps, answer: WatchAnswer | undefined): ReadonlyMap<string, Series> {
  const [series, setSeries] = useState<ReadonlyMap<string, Series>>(new Map());
  const key = `${answer?.asOf} ${answer?.items.length}`;
  useEffect(() => {
    // Without histories the list is still a list.
    ask('watch-histories', {}).then(
      (histories) => setSeries(new Map(histories.series.map((one) => [one.name, one]))),
      () => undefined,
    );
  }, [ask, key]);
  return series;
}

/** Whether notifications are shown, and how to ask for them from a click. */
export function useNotifications({ notifications }: Pick<PopupDeps, 'notifications'>) {
  const [allowed, setAllowed] = useState<boolean>();
  useEffect(() => {
    notifications.allowed().then(setAllowed, () => setAllowed(undefined));
  }, [notifications]);
  return {
    allowed,
    // Nothing may be waited for before the browser is asked: it wants to see the click.
    allow: () => void notifications.allow().then(setAllowed, () => setAllowed(false)),
  };
}
