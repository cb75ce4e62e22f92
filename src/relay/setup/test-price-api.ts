import { ageMs } from '#core/age.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { PriceApi } from '#relay/config.ts';
import { marketsOf, type PriceEndpoint } from '#relay/price-query.ts';
import { type BodyProcessor, type BodySummary, isMalformed } from '#relay/upstream/body.ts';
import { fetchUpstream, type UpstreamParts } from '#relay/upstream/fetch-upstream.ts';
import { createKeyDetector } from '#relay/upstream/key-leak.ts';
import type { FailureReason, UpstreamOutcome } from '#relay/upstream/outcome.ts';

/** How a test of the price API ended. */
export type PriceApiTest =
  | { readonly kind: 'works'; readonly items: number; readonly ageMs: number | undefined }
  | { readonly kind: TestFailure; readonly status: number | undefined; readonly retryAfterMs: number | undefined };

/** What is wrong, as far as a person can do something about it. */
export type TestFailure =
  | 'refused'
  | 'plan'
  | 'limit'
  | 'no-data'
  | 'not-the-api'
  | 'unreachable'
  | 'timeout'
  | 'undecodable'
  | 'too-large'
  | 'quotes-key'
  | 'server-error'
  /** Too many tests: the key must not be used up by them. */
  | 'too-many-tests';

/** Failures that say nothing against the key and the address. */
export const isPassing = (kind: TestFailure): boolean =>
  kind === 'limit' || kind === 'no-data' || kind === 'unreachable' || kind === 'timeout' || kind === 'server-error';

export interface TestParts extends UpstreamParts {
  readonly bodyProcessor: BodyProcessor;
  /** The longest wait that is named, in ms: the relay honours no longer one. */
  readonly maxRetryAfterMs: number;
  readonly signal: AbortSignal | undefined;
  readonly reportOutcome: (source: string, outcome: UpstreamOutcome) => void;
}

/**
 * Asks the price API as the extension will: once for the overlays' prices, and once for a market's, whose answer says
 * how old the prices are. Never rejects.
 */
export async function testPriceApi(parts: TestParts, priceApi: PriceApi): Promise<PriceApiTest> {
  const partner = await ask(parts, priceApi, endpoints.partner, 'partner');
  if ('kind' in partner) return partner;
  const market = await ask(parts, priceApi, marketDetailsPath('buff163'), 'prices');
  if ('kind' in market) return market;
  const { updatedAt } = market;
  return {
    kind: 'works',
    items: partner.itemCount,
    ageMs: updatedAt === undefined ? undefined : ageMs(updatedAt, parts.now()),
  };
}

async function ask(
  parts: TestParts,
  { url, key }: PriceApi,
  source: string,
  endpoint: PriceEndpoint,
): Promise<BodySummary | PriceApiTest> {
  const detector = createKeyDetector(key);
  const outcome = await fetchUpstream(parts, {
    url: url + source,
    headers: { Authorization: `Bearer ${key}` },
    signal: parts.signal,
    isSecret: detector.inText,
  });
  parts.reportOutcome(source, outcome);
  if (outcome.kind === 'failed') {
    return {
      kind: failureOf(outcome.reason, outcome.status),
      status: outcome.status,
      retryAfterMs:
        outcome.retryAfterMs === undefined ? undefined : Math.min(outcome.retryAfterMs, parts.maxRetryAfterMs),
    };
  }
  const failed = (kind: TestFailure): PriceApiTest => ({ kind, status: 200, retryAfterMs: undefined });
  if (outcome.kind === 'unchanged') return failed('not-the-api');
  if (detector.inBody(outcome.bytes)) return failed('quotes-key');
  try {
    const summary = await parts.bodyProcessor.inspect(outcome.bytes, endpoint, marketsOf(source));
    return summary.itemCount > 0 ? summary : failed('no-data');
  } catch (error) {
    return failed(isMalformed(error) ? 'not-the-api' : 'too-large');
  }
}

const byReason: Partial<Record<FailureReason, TestFailure>> = {
  unauthorized: 'refused',
  'rate-limited': 'limit',
  unreachable: 'unreachable',
  timeout: 'timeout',
  'broken-body': 'undecodable',
  'too-large': 'too-large',
};

function failureOf(reason: FailureReason, status: number | undefined): TestFailure {
  const known = byReason[reason];
  if (known) return known;
  if (status === 403 || status === 402) return 'plan';
  if (status === 503) return 'no-data';
  return status !== undefined && status >= 500 ? 'server-error' : 'not-the-api';
}
