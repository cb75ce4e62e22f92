import { ageMs } from '#core/age.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { PriceApi } from '#relay/config.ts';
import { type BodyProcessor, type BodySummary, isMalformed } from '#relay/feeds/body.ts';
import { type FailureReason, failureReasons } from '#relay/feeds/failure-reasons.ts';
import { fetchUpstream, type UpstreamParts } from '#relay/feeds/fetch-upstream.ts';
import { createKeyDetector } from '#relay/feeds/key-leak.ts';
import type { FailureCause, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import { marketsOf, type PriceEndpoint } from '#relay/feeds/price-query.ts';

/** How a test of the price API ended. */
export type PriceApiTest =
  | { readonly kind: 'works'; readonly items: number; readonly ageMs: number | undefined }
  | FailedTest;

interface FailedTest extends FailureCause {
  readonly kind: 'failed';
  readonly retryAfterMs?: number | undefined;
}

/** Whether address and key may be saved after a test that says nothing against them. */
export const mayBeSaved = (test: PriceApiTest | undefined): boolean =>
  test?.kind === 'failed' && failureReasons[test.reason].mayPass === true;

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
    const { reason, status, retryAfterMs } = outcome;
    const waitMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, parts.maxRetryAfterMs);
    return { kind: 'failed', reason, status, retryAfterMs: waitMs };
  }
  const failed = (reason: FailureReason): PriceApiTest => ({ kind: 'failed', reason, status: 200 });
  if (outcome.kind === 'unchanged') return failed('malformed');
  if (detector.inBody(outcome.bytes)) return failed('key-in-body');
  try {
    const summary = await parts.bodyProcessor.inspect(outcome.bytes, endpoint, marketsOf(source));
    return summary.itemCount > 0 ? summary : failed('emptied');
  } catch (error) {
    return failed(isMalformed(error) ? 'malformed' : 'internal');
  }
}
