import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PopupDeps } from '#popup/deps.ts';
import type { Health } from '#popup/status/diagnosis.ts';
import { refreshOutcome } from '#popup/status/outcome-text.ts';
import type { PageReport, Status } from '#protocol/messages.ts';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';

/** How often the popup looks at the worker and the page by itself, ms. */
const lookEveryMs = 3000;

/** The time, ms since the epoch; ticks every second, so that ages count up by themselves. */
export function useNow({ now, every }: PopupDeps): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(1000, () => setTime(now())), [now, every]);
  return time;
}

/** Runs `look` at once, on each push of the worker and every few seconds, for as long as the popup is open. */
function useLooking({ onPush, every }: PopupDeps, look: () => void): void {
  useEffect(() => {
    const closing = new AbortController();
    look();
    onPush(look, closing.signal);
    const stop = every(lookEveryMs, look);
    return () => {
      closing.abort();
      stop();
    };
  }, [onPush, every, look]);
}

/** The worker's last word; `null` when it left none, `undefined` for the moment that reading it takes. */
export function useLastStatus({ lastStatus }: PopupDeps): Status | null | undefined {
  const [last, setLast] = useState<Status | null>();
  // Not after the first paint, as an effect would: this is what the first paint of any use waits for.
  useLayoutEffect(() => {
    lastStatus().then(
      (status) => setLast(status ?? null),
      () => setLast(null),
    );
  }, [lastStatus]);
  return last;
}

/** Whether what is on the screen has been painted once, so that what is below it may be drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return painted;
}

/** Passes answers on, but none that was asked for before one that was passed on already. */
function inOrder<T>(pass: (answer: T) => void): (coming: Promise<T>) => void {
  let asked = 0;
  let passed = 0;
  return (coming) => {
    asked += 1;
    const mine = asked;
    void coming.then((answer) => {
      if (mine < passed) return;
      passed = mine;
      pass(answer);
    });
  };
}

/** How the worker's table stands, from its last word on, and a way to show a newer status that came with another answer. */
export function useHealth(deps: PopupDeps, last: Status | null): [Health, (health: Health) => void] {
  const [health, setHealth] = useState<Health>(last ? { state: 'known', status: last } : { state: 'asking' });
  const { ask } = deps;
  const pass = useMemo(() => inOrder(setHealth), []);
  const look = useCallback(() => {
    pass(
      ask('status', {}).then(
        (status): Health => ({ state: 'known', status }),
        (): Health => ({ state: 'gone' }),
      ),
    );
  }, [ask, pass]);
  useLooking(deps, look);
  return [health, (newer) => pass(Promise.resolve(newer))];
}

/** How the page in front of the user fares; `null` until it is known. */
export function usePageReport(deps: PopupDeps): PageReport | undefined | null {
  const [report, setReport] = useState<PageReport | undefined | null>(null);
  const { pageReport } = deps;
  const pass = useMemo(() => inOrder(setReport), []);
  const look = useCallback(() => pass(pageReport().catch(() => undefined)), [pageReport, pass]);
  useLooking(deps, look);
  return report;
}

/** What a refresh brought, and of which check of the worker that is told (ms since the epoch). */
export interface RefreshOutcome extends StatusMessage {
  readonly of?: number | undefined;
}

/** What "Refresh" does: whether one is under way, what the last one brought, and how to start one. */
export function useRefresh({ ask }: PopupDeps, show: (health: Health) => void) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<RefreshOutcome>();
  // Saving another relay starts a refresh while one may be under way: only the latest may speak.
  const latest = useRef(0);
  const refresh = async () => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    setOutcome(undefined);
    const answer = await ask('refresh', {}).catch(() => undefined);
    if (mine !== latest.current) return;
    setBusy(false);
    if (answer) show({ state: 'known', status: answer.status });
    setOutcome(answer ? { ...refreshOutcome(answer), of: answer.status.lastCheck?.at } : noAnswer());
  };
  return { busy, outcome, refresh };
}

const noAnswer = (): RefreshOutcome => ({
  tone: 'bad',
  text: `${text('popupRefreshFailed')} ${text('popupNoAnswer')}`,
});
