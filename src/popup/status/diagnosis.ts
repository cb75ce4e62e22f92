import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { FaultReport } from '#core/asks/fault.ts';
import { ageDoubt } from '#core/prices/offer.ts';
import { ageRules, isStale } from '#core/prices/stale-after.ts';
import { parseRelayAddress } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { PageReport, RefreshAnswer, Status } from '#protocol/messages.ts';
import { isOlder, neededRelay } from '#protocol/relay-headers.ts';
import { answerOf, useAsked } from '#ui/pages/use-asked.ts';
import { addressText, type FaultText, faultText, relayName } from '#ui/words/fault-text.ts';
import { countText, spanText } from '#ui/words/format.ts';
import { plural, type StatusMessage, type Tone, text } from '#ui/words/text.ts';

export type WorkerState =
  | { readonly state: 'asking' }
  | { readonly state: 'no-answer' }
  | { readonly state: 'known'; readonly status: Status };

export interface Diagnosis extends FaultText {
  readonly tone: Tone;
}

const say = (tone: Tone, title: string, advice = ''): Diagnosis => ({ tone, title, advice });

/** The first failure. @param refreshing a refresh has just started: the last fault may be over, or of another relay */
export function diagnose(worker: WorkerState, settings: Settings, now: number, refreshing = false): Diagnosis {
  if (worker.state === 'no-answer') return say('bad', text('diagnosisNoWorker'), text('diagnosisNoWorkerAdvice'));
  if (worker.state === 'asking') return say('plain', text('popupChecking'));
  const address = parseRelayAddress(settings.relay.url);
  if ('problem' in address) return say('bad', text('diagnosisAddress'), addressText(address.problem));
  const { status } = worker;
  if (status.fault && refreshing) return say('plain', text('diagnosisAskingRelay', relayName(settings.relay.url)));
  if (status.fault) return diagnoseFault(status.fault, status, settings, now);
  if (status.table?.sample) return say('warn', text('diagnosisSample'), text('diagnosisSampleAdvice'));
  return status.table ? diagnoseAge(status.table.asOf, status, settings, now) : diagnoseEmptyTable(status);
}

function diagnoseFault(fault: FaultReport, { table }: Status, settings: Settings, now: number): Diagnosis {
  const { title, advice } = faultText(fault, settings.relay);
  if (!table) return say('bad', title, advice);
  return isStale(table.asOf, settings, now)
    ? say('bad', title, `${advice} ${text('diagnosisStoredGrey')}`)
    : say('warn', title, `${advice} ${text('diagnosisStoredInUse')}`);
}

/** Prices work with any relay. The first ones told no version, and have none of what is newer. */
export function diagnoseVersion(version: string | undefined, needed = neededRelay): Diagnosis {
  if (version !== undefined && !isOlder(version, needed)) return say('good', text('diagnosisWorking'));
  const title = version === undefined ? text('diagnosisRelayFirst') : text('diagnosisRelayOld', version, needed);
  return say('warn', title, text('diagnosisRelayOldAdvice'));
}

const timeText = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function diagnoseAge(asOf: number, { clockAheadMs, relayVersion }: Status, settings: Settings, now: number): Diagnosis {
  const doubt = ageDoubt(asOf, ageRules(settings, now));
  if (!doubt) return diagnoseVersion(relayVersion);
  if (clockAheadMs === undefined && doubt === 'old')
    return say('warn', text('diagnosisOld', spanText(now - asOf)), text('diagnosisOldAdvice'));
  const title =
    clockAheadMs === undefined
      ? text('diagnosisClock', timeText(asOf), timeText(now))
      : text('diagnosisClocks', timeText(now - clockAheadMs), timeText(now));
  return say('warn', title, text('diagnosisClockAdvice'));
}

const diagnoseEmptyTable = ({ checking }: Status): Diagnosis =>
  checking
    ? say('plain', text('diagnosisFirst'), text('diagnosisFirstAdvice'))
    : say('plain', text('diagnosisNone'), text('diagnosisNoneAdvice'));

/** Interval at which an open page asks again, ms. */
const pollIntervalMs = 3000;

/** The time, ms since the epoch; ticks every second, so that shown ages count up. */
function useNow({ now, every }: PopupDeps): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(1000, () => setTime(now())), [now, every]);
  return time;
}

/** What is known of an answer, asked for again on each push and every few seconds, until the page closes. */
export function usePolled<T>(question: () => Promise<T>, { onPush, every }: Pick<PopupDeps, 'every' | 'onPush'>) {
  const polled = useAsked(question, onPush);
  const { again } = polled;
  useEffect(() => every(pollIntervalMs, again), [every, again]);
  return polled;
}

/** The status that the worker stored last; `null` when there is none, `undefined` while it is being read. */
export function useLastStatus({ lastStatus }: PopupDeps): Status | null | undefined {
  const { asked } = useAsked(lastStatus);
  return asked.state === 'under way' ? undefined : (answerOf(asked) ?? null);
}

function useStatus(deps: PopupDeps, last: Status | null) {
  const { ask } = deps;
  const question = useCallback(
    () =>
      ask('status', {}).then(
        (status): WorkerState => ({ state: 'known', status }),
        (): WorkerState => ({ state: 'no-answer' }),
      ),
    [ask],
  );
  const { asked, tell } = usePolled(question, deps);
  const worker = answerOf(asked) ?? (last ? { state: 'known', status: last } : { state: 'asking' });
  // Whoever has just given the relay a key looks here first: a push tells of the real prices.
  const isSample = worker.state === 'known' && worker.status.table?.sample === true;
  useEffect(() => {
    if (isSample) void ask('refresh', {}).catch(() => undefined);
  }, [ask, isSample]);
  return { worker, show: tell };
}

export function useWorker(deps: PopupDeps, settings: Settings, last: Status | null) {
  const now = useNow(deps);
  const { worker, show } = useStatus(deps, last);
  const { refresh, ...state } = useRefresh(deps, show);
  return {
    status: { ...state, worker, settings, now, onRefresh: refresh },
    waiting: worker.state === 'known' ? (worker.status.waiting ?? []) : [],
  };
}

/** The report of the page in the active tab, polled; `null` until the first answer. */
export function usePageReport(deps: PopupDeps): PageReport | undefined | null {
  const { pageReport } = deps;
  const { asked } = usePolled(
    useCallback(() => pageReport().catch(() => undefined), [pageReport]),
    deps,
  );
  return asked.state === 'told' ? asked.answer : null;
}

export interface RefreshMessage extends StatusMessage {
  /** The time of the worker's check in this refresh, ms since the epoch. */
  readonly checkedAt?: number | undefined;
}

function useRefresh({ ask }: PopupDeps, show: (newer: WorkerState) => void) {
  const [refreshing, setRefreshing] = useState(false);
  const [message, setMessage] = useState<RefreshMessage>();
  // Saving another relay starts a refresh while one may still run: only the latest one is shown.
  const latest = useRef(0);
  const refresh = async () => {
    latest.current += 1;
    const request = latest.current;
    setRefreshing(true);
    setMessage(undefined);
    const answer = await ask('refresh', {}).catch(() => undefined);
    if (request !== latest.current) return;
    setRefreshing(false);
    if (answer) show({ state: 'known', status: answer.status });
    setMessage(answer ? { ...refreshMessage(answer), checkedAt: answer.status.lastCheck?.at } : noAnswerMessage());
  };
  return { refreshing, message, refresh };
}

const noAnswerMessage = (): RefreshMessage => ({
  tone: 'bad',
  text: `${text('popupRefreshFailed')} ${text('popupNoAnswer')}`,
});

/** The result of a refresh in words. The diagnosis says why it failed. */
function refreshMessage({ outcome, status: { table } }: RefreshAnswer): StatusMessage {
  if (outcome === 'failed') return { tone: 'bad', text: text('popupRefreshFailed') };
  if (outcome === 'unchanged') return { tone: 'good', text: text('popupRefreshUnchanged') };
  const words = table ? plural('popupRefreshItems', table.items, countText(table.items)) : text('popupRefreshNew');
  return { tone: 'good', text: words };
}
