import type { Bytes } from '#protocol/bytes.ts';
import { type BodyProcessor, type BodySummary, isMalformed } from '#relay/feeds/body.ts';
import { extensionSources, observedMarkets } from '#relay/feeds/extension-sources.ts';
import { fetchUpstream, type UpstreamDeps } from '#relay/feeds/fetch-upstream.ts';
import { createKeyDetector } from '#relay/feeds/key-leak.ts';
import { badBody, type UpstreamFailure, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
import { marketsOf, type PriceQuery } from '#relay/feeds/price-query.ts';
import type { RelayLimits } from '#relay/limits.ts';

export interface PriceRequestDeps extends UpstreamDeps {
  readonly priceApi: { readonly url: string; readonly key: string };
  readonly bodyProcessor: BodyProcessor;
  readonly limits: Pick<RelayLimits, 'upstreamTimeoutMs' | 'maxBodyBytes' | 'maxExtensionBodyBytes'>;
  readonly signal: AbortSignal | undefined;
}

/** One query to the price API: how it is sent, and how its body is checked. */
export function createPriceRequest(
  deps: PriceRequestDeps,
  { source, endpoint }: Pick<PriceQuery, 'source' | 'endpoint'>,
) {
  const { url, key } = deps.priceApi;
  const { maxBodyBytes, maxExtensionBodyBytes } = deps.limits;
  const maxBytes = extensionSources.has(source) ? Math.min(maxBodyBytes, maxExtensionBodyBytes) : maxBodyBytes;
  const headers = { Authorization: `Bearer ${key}` };
  const keyDetector = createKeyDetector(key);
  return {
    request: (etag?: string): Promise<UpstreamOutcome> =>
      fetchUpstream(deps, {
        url: url + source,
        headers,
        etag,
        maxBytes,
        signal: deps.signal,
        isSecret: keyDetector.inText,
      }),
    inspect: async (bytes: Bytes): Promise<BodySummary | UpstreamFailure> =>
      keyDetector.inBody(bytes)
        ? badBody('key-in-body')
        : deps.bodyProcessor.inspect(bytes, endpoint, marketsOf(source), observedMarkets(source)).catch((error) => {
            if (isMalformed(error)) return badBody('malformed');
            throw error;
          }),
  };
}
