import { dollar, type Rate } from '#core/money/rates.ts';
import { type AlertWords, alertSentence, rowSentence } from '#core/owned/alert-sentence.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import { parseRetryAfter } from '#protocol/http.ts';
import {
  type AlertChannel,
  type ChannelBases,
  type ChannelRequest,
  channelHost,
  toChannelRequest,
} from '#relay/alerts/channel.ts';
import type { PendingAlert, PendingCrossing, WatchState } from '#relay/alerts/watch-state.ts';
import { errorCode } from '#relay/error-code.ts';

export interface DeliveryDeps {
  readonly bases: ChannelBases;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
  readonly timeoutMs: number;
  /** The least time between two messages, and the first wait after a failed delivery, in ms. */
  readonly retryMs: number;
  readonly ending: AbortSignal;
}

export interface LastDelivery extends Omit<Delivery, 'problem'> {
  /** Ms since 1970. */
  readonly at: number;
  /** Who was to get the message. */
  readonly host: string;
  /** `unknown`: the relay ended while it sent the message. */
  readonly problem: Delivery['problem'] | 'unknown';
}

/** Tries of one message; then it is dropped. */
const maxTries = 6;
/** Waits grow to this many times the first one. */
const maxGrowth = 30;
/** The longest wait that a service may demand, in ms. */
const maxWaitMs = 3_600_000;

/** Sends what waits in one message, with growing waits between its tries. */
export function createDelivery(deps: DeliveryDeps) {
  let [failures, nextTryAt, failedChannel] = [0, 0, ''];
  /** How many waited at the first try: those that came later have not been tried as often. */
  let pendingAtFirstTry = 0;
  let last: LastDelivery | undefined;
  const send = async (channel: AlertChannel, message: string): Promise<Delivery> => {
    const delivery = await sendAlert(toChannelRequest(channel, message, deps.bases), deps);
    last = { ...delivery, at: deps.now(), host: channelHost(channel) };
    if (delivery.problem !== undefined) deps.reportProblem('an alert was not delivered', `alert-${delivery.problem}`);
    return delivery;
  };
  return {
    send,
    last: () => last,
    setLast: (next: LastDelivery | undefined) => {
      last = next;
    },
    /** Whether a try is due. Another channel is tried at once. */
    isDue: (channel: AlertChannel, { pending }: WatchState): boolean =>
      pending.length > 0 && (deps.monotonicMs() >= nextTryAt || JSON.stringify(channel) !== failedChannel),
    /** Returns how many, from the oldest on, wait no more: they were accepted or may have been, or were tried too often. */
    async tryNow(channel: AlertChannel, { pending }: WatchState): Promise<number> {
      const text = JSON.stringify(channel);
      if (text !== failedChannel) failures = 0;
      if (failures === 0) pendingAtFirstTry = pending.length;
      const { problem, retryAfterMs = 0 } = await send(channel, alertMessage(pending, deps.now()));
      failedChannel = text;
      // A service that answers too late, or whose answer is lost, may have taken the message. It is not told twice.
      const isTaken = problem === undefined || problem === 'timeout' || problem === 'lost';
      const isDone = isTaken || failures + 1 >= maxTries;
      // Whoever has an invite may change a list at any time: that must not ring the owner's phone each time.
      const growing = deps.retryMs * (problem === undefined ? 1 : Math.min(2 ** failures, maxGrowth));
      nextTryAt = deps.monotonicMs() + Math.max(growing, Math.min(retryAfterMs, maxWaitMs));
      failures = isDone ? 0 : failures + 1;
      if (isTaken) return pending.length;
      return isDone ? pendingAtFirstTry : 0;
    },
  };
}

/** Why a message was not delivered. `lost`: the connection broke after the message was sent, so it may have arrived. */
type DeliveryProblem = 'unreachable' | 'lost' | 'timeout' | 'redirect' | 'refused' | 'rate-limited' | 'failed';

export interface Delivery {
  /** `undefined`: the service accepted the message. */
  readonly problem: DeliveryProblem | undefined;
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Sends one message. Never throws. Redirects are not followed, and no body is read: an error's message or a body may quote
 * the address.
 */
async function sendAlert({ url, type, body }: ChannelRequest, deps: DeliveryDeps): Promise<Delivery> {
  const timeout = AbortSignal.timeout(deps.timeoutMs);
  const signal = AbortSignal.any([timeout, deps.ending]);
  try {
    const headers = { 'Content-Type': type };
    const response = await deps.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), deps.now());
    return { problem: problemOf(status), status, retryAfterMs };
  } catch (error) {
    if (timeout.aborted) return { problem: 'timeout' };
    return { problem: isAfterSending(error) ? 'lost' : 'unreachable' };
  }
}

/** Codes of errors that come after a connection is there: it was closed or reset, or the answer is no HTTP. */
const laterCodes = /^(?:UND_ERR_(?!CONNECT_TIMEOUT)|HPE_|HTTPParserError$|ECONNRESET$|EPIPE$)/;

/** `fetch` throws a TypeError whose cause has the code. */
const isAfterSending = (error: unknown): boolean =>
  error instanceof TypeError && laterCodes.test(errorCode(error.cause));

function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

type SentCrossing = Omit<PendingCrossing, 'clients'>;
type SentAlert = SentCrossing | Exclude<PendingAlert, PendingCrossing>;

/** Bytes of a message. Discord takes 2,000 characters, ntfy 4,096 bytes, Telegram 4,096 characters. */
const maxBytes = 1800;

/** One message for all alerts: a line for each, and the number of those that do not fit. */
export function alertMessage(alerts: readonly SentAlert[], now: number): string {
  const lines = alerts.flatMap((alert) => ('crossing' in alert ? crossingLine(alert, now) : viewLines(alert, now)));
  let text = 'Skinlens';
  for (const [at, line] of lines.entries()) {
    const longer = `${text}\n${line}`;
    if (Buffer.byteLength(longer) > maxBytes) return `${text}\n+ ${lines.length - at}`;
    text = longer;
  }
  return text;
}

/** "AK-47 | Redline (Field-Tested): BUFF163 $9.50 ≤ $10.00 · 4 min", in the currency in which the line was typed. */
const crossingLine = ({ crossing, asOf }: SentCrossing, now: number): string =>
  `${crossing.name}: ${alertSentence({ ...crossing, asOf }, wordsOf(now, rateOf(crossing.alert)))}`;

/**
 * "Profit 8 %:", then a line for each row as "AK-47 | Redline (Field-Tested): DMarket $9.50 → CSFloat · +12.3 % · 4 min". The
 * name is what the user wrote, and one line.
 */
function viewLines({ view, rows, more }: Exclude<PendingAlert, PendingCrossing>, now: number): string[] {
  const words = wordsOf(now, dollar);
  const lines = rows.map((row) => `${row.name}: ${rowSentence(row, words)} · ${words.age(row.asOf)}`);
  return [`${view.replaceAll(/\p{C}/gu, ' ')}:`, ...lines, ...(more > 0 ? [`+ ${more}`] : [])];
}

const wordsOf = (now: number, shown: Rate): AlertWords => {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: shown.code,
    minimumFractionDigits: 2,
    useGrouping: false,
  });
  return {
    shown,
    amount: (cents) => format.format((cents * shown.perUsd) / 100),
    percent: (percent) => `${percent > 0 ? '+' : ''}${Math.round(percent * 10) / 10} %`,
    age: (asOf) => `${Math.floor(ageMs(asOf, now) / minuteMs)} min`,
    saleLeaves: (amount, market) => `a sale leaves ${amount} (${market})`,
    median: 'median',
    anyPhase: 'any phase',
  };
};

/** The currency in which a line was typed, at the rate that came with it. */
function rateOf(alert: WatchAlert): Rate {
  const { currency, perUsd } = ('typed' in alert && alert.typed) || {};
  return currency && perUsd ? { code: currency, perUsd, of: 'own' } : dollar;
}
