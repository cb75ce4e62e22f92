import { withTimeout } from '#core/asks/timeout.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';
import { recordedSeries, sourcesOf } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import type { ObservedPrices } from '#relay/history/observed-prices.ts';
import { type HistoryQuery, isCounts } from '#relay/history/read.ts';
import type { PresentHalfHour } from '#relay/history/record.ts';
import { clockToleranceMs, dayOfHalfHour, halfHourOf } from '#relay/history/time.ts';

/** Why it is not known what time it is. */
export type ClockProblem =
  /** This machine's clock and upstream's are too far apart. `aheadMs` is negative where this machine's is behind. */
  | { readonly kind: 'apart'; readonly aheadMs: number }
  /** Upstream does not tell its time. */
  | { readonly kind: 'untold' };

/** Both clocks have moved as the monotonic clock did for this time: they are steady. A jump of seconds is over by then. */
const steadyMs = 10 * minuteMs;

/** Upstream's time, where this machine's agrees within an hour: one clock alone may be wrong by hours or years. */
export function createAgreedTime({ now, monotonicMs }: Pick<RelayBase, 'now' | 'monotonicMs'>) {
  let offset: number | undefined;
  let since = 0;
  return (upstreamDate: number | undefined): PresentHalfHour | ClockProblem => {
    if (upstreamDate === undefined) return { kind: 'untold' };
    const aheadMs = now() - upstreamDate;
    if (Math.abs(aheadMs) > clockToleranceMs) return { kind: 'apart', aheadMs };
    const monotonic = monotonicMs();
    const hasJumped = offset === undefined || Math.abs(upstreamDate - monotonic - offset) > clockToleranceMs;
    if (hasJumped) [offset, since] = [upstreamDate - monotonic, monotonic];
    return { halfHour: halfHourOf(upstreamDate), isSteady: monotonic - since >= steadyMs };
  };
}

export type HistoryReader = Pick<HistoryService, 'read' | 'changes' | 'version'>;

export type HistoryStatus = NonNullable<Awaited<ReturnType<HistoryService['status']>>>;

export type HistoryService = ReturnType<typeof createHistoryService>;

/** How long a status waits for the thread, in ms. The end of a day keeps it busy for seconds. */
const statusWaitMs = 500;

export interface HistoryServiceDeps
  extends Pick<RelayBase, 'storage' | 'limits' | 'now' | 'monotonicMs' | 'reportProblem'> {
  readonly markets: readonly MarketId[];
}

export function createHistoryService(deps: HistoryServiceDeps) {
  const { storage, now } = deps;
  const answers = createAnswers(deps);
  const recorder = createRecorder(deps, answers.update);
  const askStatus = async () => ({ ...(await storage.ask('status', halfHourOf(now()))), ...recorder.status() });
  let lastStatus: Awaited<ReturnType<typeof askStatus>> | undefined;
  let asked: Promise<typeof lastStatus> | undefined;
  return {
    read: (query: HistoryQuery) => storage.ask('readHistory', query, halfHourOf(now())),
    changes: answers.changes,
    version: answers.version,
    onConfirmed: recorder.onConfirmed,
    due: recorder.due,
    /** Of the database as well, which is there while the history is off. The last known one while the thread is busy. */
    status() {
      // Anybody may ask how the relay is, as often as he likes: one question at a time goes to the thread.
      asked ??= withTimeout(askStatus(), statusWaitMs)
        .catch(() => lastStatus)
        .then((status) => {
          [lastStatus, asked] = [status, undefined];
          return status;
        });
      return asked;
    },
  };
}

function createAnswers({ storage, limits, now, reportProblem }: HistoryServiceDeps) {
  const createSnapshot = snapshotFactory(limits.maxDictionaries, 'changes-');
  let changes: Pick<FeedData, 'snapshot' | 'confirmedAt'> | undefined;
  /** When the past changed last, ms since 1970: an answer that told its own time would tell others when somebody looked. */
  let version = now();
  const update = async (): Promise<void> => {
    version = Math.max(version + 1, now());
    const bytes = await storage.ask('readChanges', halfHourOf(now()));
    if (!bytes) return;
    const snapshot = await createSnapshot({ bytes, lastModified: now() }, changes?.snapshot);
    changes = { snapshot, confirmedAt: now() };
  };
  // What an earlier process has recorded is answered before the first observation.
  update().catch((error) => reportProblem('the changes could not be read', errorCode(error)));
  return { changes: () => changes, version: () => version, update };
}

function createRecorder(deps: HistoryServiceDeps, update: () => Promise<void>) {
  const { storage, now, reportProblem } = deps;
  const agree = createAgreedTime(deps);
  /** The half hour in which a query was last confirmed, by this machine's clock. */
  const confirmed = new Map<string, number>();
  const recorded = new Map<string, number>();
  /** Why recording rests; `undefined` while the clocks agree. */
  let clock: ClockProblem | undefined;
  /** Since the start: observations and days in the future, and months of daily prices after a jump of the date. */
  let [removed, lostMonths] = [0, 0];
  let rolledDay = '';
  let working: Promise<void> = Promise.resolve();

  const noteRemoved = (count: number): void => {
    removed += count;
    if (count > 0) reportProblem('prices of the future were removed from the history', String(count));
  };
  const noteClock = (next: ClockProblem | undefined): void => {
    if (next && clock?.kind !== next.kind) reportProblem('nothing is recorded', `clock-${next.kind}`);
    clock = next;
  };
  const rollUp = async ({ halfHour, isSteady }: PresentHalfHour): Promise<void> => {
    const day = `${dayOfHalfHour(halfHour)} ${isSteady}`;
    if (rolledDay === day) return;
    const rolled = await storage.ask('rollUp', halfHour, isSteady);
    noteRemoved(rolled.removed);
    lostMonths += rolled.lostMonths;
    if (rolled.lostMonths > 0) reportProblem('months of the history were removed', String(rolled.lostMonths));
    rolledDay = day;
  };
  const record = async (series: readonly string[], prices: ObservedPrices, present: PresentHalfHour) => {
    await rollUp(present);
    if (recorded.get(String(series)) === present.halfHour) return;
    const result = await storage.ask('record', prices, series, present);
    noteRemoved(result.removed);
    // Before the clocks are steady, an observation may have to wait for them.
    if (result.markets.length > 0 || present.isSteady) recorded.set(String(series), present.halfHour);
    // No change is reckoned from counts, which are told with the next prices.
    if (!result.markets.every(isCounts)) await update();
  };
  return {
    onConfirmed(source: string, { prices, upstreamDate }: FeedData): Promise<void> {
      const series = recordedSeries(source, deps.markets);
      if (series.length === 0 || !prices) return Promise.resolve();
      confirmed.set(source, halfHourOf(now()));
      const present = agree(upstreamDate);
      noteClock('kind' in present ? present : undefined);
      if ('kind' in present) return Promise.resolve();
      working = working
        .then(() => record(series, prices, present))
        .catch((error) => reportProblem('the history could not be written', errorCode(error)));
      return working;
    },
    due: () => sourcesOf(deps.markets).filter((source) => confirmed.get(source) !== halfHourOf(now())),
    status: () => ({ clock, removed, lostMonths }),
  };
}
