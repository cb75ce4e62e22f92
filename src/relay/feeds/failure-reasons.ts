import type { PageTextKey } from '#relay/admin/texts.ts';

interface Reason {
  /** Of an answer without data; 503 unless named. */
  readonly status?: 400 | 429 | 502;
  /** Follows the name of the upstream in such an answer. */
  readonly words: string;
  /** The sentence of the status page. */
  readonly problem: PageTextKey;
  /** The sentence of the test of a key, which says what to do. */
  readonly test: PageTextKey;
  /** Whether it says nothing against the key and the address, so that they may be saved. */
  readonly mayPass?: true;
}

/** Why a request to upstream brought no data. The names stand in the log, the metrics, `/healthz` and `Cache-Status`. */
const upstreamReasons = {
  unreachable: { words: 'cannot be reached', problem: 'codeUnreachable', test: 'failUnreachable', mayPass: true },
  timeout: { words: 'did not answer in time', problem: 'codeTimeout', test: 'failTimeout', mayPass: true },
  'broken-body': { words: 'broke off or garbled its answer', problem: 'codeBroken', test: 'failUndecodable' },
  'too-large': { words: 'answered more than the relay takes', problem: 'codeTooLarge', test: 'failTooLarge' },
  malformed: { words: 'answered something of another shape', problem: 'codeMalformed', test: 'failNotApi' },
  'no-items': { words: 'answered without any item', problem: 'codeNoItems', test: 'failNoData', mayPass: true },
  'fewer-items': {
    words: 'answered with less than half of the items',
    problem: 'codeFewerItems',
    test: 'failNoData',
    mayPass: true,
  },
  'key-in-body': {
    words: 'answered something that may not be passed on',
    problem: 'codeKeyInBody',
    test: 'failQuotesKey',
  },
  redirect: { words: 'redirects, which the relay refuses', problem: 'codeRedirect', test: 'failNotApi' },
  'rate-limited': { words: 'asks for a pause', problem: 'codeLimit', test: 'failLimit', mayPass: true },
  unauthorized: { status: 502, words: "refused the relay's key", problem: 'codeRefused', test: 'failRefused' },
  plan: { words: "does not let the relay's key read prices", problem: 'codePlan', test: 'failPlan' },
  rejected: { status: 400, words: 'rejects this query', problem: 'codeRejected', test: 'failNotApi' },
  unavailable: { words: 'has none at the moment', problem: 'codeStatus', test: 'failNoData', mayPass: true },
  'server-error': { words: 'has an error of its own', problem: 'codeStatus', test: 'failServer', mayPass: true },
  status: { words: 'answered with a status that has no meaning here', problem: 'codeStatus', test: 'failNotApi' },
  /** The relay has closed, or uses another key. */
  ended: { words: 'is no longer asked with this key', problem: 'codeOther', test: 'failUnreachable' },
  internal: { words: "answered what the relay's own fault lost", problem: 'codeOther', test: 'failTooLarge' },
} as const satisfies Readonly<Record<string, Reason>>;

export type FailureReason = keyof typeof upstreamReasons;

const isFailureReason = (name: unknown): name is FailureReason =>
  typeof name === 'string' && Object.hasOwn(upstreamReasons, name);

export const upstreamReasonNames: readonly FailureReason[] = Object.keys(upstreamReasons).filter(isFailureReason);

/** Why upstream was not asked. */
const ownReasons = {
  /** The requests of this minute are used up. */
  budget: {
    status: 429,
    words: 'gets too many different queries: try again later',
    problem: 'codeBudget',
    test: 'failTests',
  },
  /** The store that relays share does not answer, or has forgotten the last minute: nobody who does not know it asks upstream. */
  'store-away': {
    words: 'is not asked while the store that relays share is away',
    problem: 'codeStoreAway',
    test: 'failServer',
  },
} as const satisfies Readonly<Record<string, Reason>>;

/**
 * Why a feed has no newer data. One table for answers, log, metrics, the test of a key and the status page.
 */
export const failureReasons: Readonly<Record<FailureReason | keyof typeof ownReasons, Reason>> = {
  ...upstreamReasons,
  ...ownReasons,
};

/** What a status of upstream means, other than 200, 304 and redirects (src/protocol/price-api.md, "Errors"). */
export function reasonOfStatus(status: number): FailureReason {
  if (status === 400) return 'rejected';
  if (status === 401) return 'unauthorized';
  if (status === 402 || status === 403) return 'plan';
  if (status === 429) return 'rate-limited';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'server-error' : 'status';
}
