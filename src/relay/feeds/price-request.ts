import { Buffer } from 'node:buffer';
import type { Bytes } from '#protocol/bytes.ts';
import { type BodyProcessor, type BodySummary, isMalformed } from '#relay/feeds/body.ts';
import { extensionSources, marketsOf, observedMarkets, type PriceQuery } from '#relay/feeds/extension-sources.ts';
import { fetchUpstream, type UpstreamDeps } from '#relay/feeds/fetch-upstream.ts';
import { badBody, type UpstreamFailure, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
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
  const keyDetector = createKeyDetector(key);
  const sent = { url: url + source, headers: { Authorization: `Bearer ${key}` }, maxBytes, signal: deps.signal };
  return {
    request: (etag?: string): Promise<UpstreamOutcome> =>
      fetchUpstream(deps, { ...sent, etag, isSecret: keyDetector.inText }),
    inspect: async (bytes: Bytes): Promise<BodySummary | UpstreamFailure> =>
      keyDetector.inBody(bytes)
        ? badBody('key-in-body')
        : deps.bodyProcessor.inspect(bytes, endpoint, marketsOf(source), observedMarkets(source)).catch((error) => {
            if (isMalformed(error)) return badBody('malformed');
            throw error;
          }),
  };
}

/** A shorter key may be a word of an item's name, and is no secret. */
const minKeyLength = 16;

/** A character as JSON may write it. */
function inJson(char: string): string {
  const code = char.charCodeAt(0).toString(16).padStart(2, '0');
  const anyCase = code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\?${RegExp.escape(char)}|\\\\u00${anyCase})`;
}

/** Tells whether upstream quotes the key, which must not be passed on, stored or sent back. */
function createKeyDetector(key: string) {
  const isSecret = key.length >= minKeyLength;
  const mayBeEscaped = /["\\/]/.test(key) ? '\\' : '\\u00';
  const escaped = new RegExp(Array.from(key, inJson).join(''));
  return {
    inText: (text: string): boolean => isSecret && text.includes(key),
    /** In a JSON body, with escapes such as `\u0041` too. */
    inBody: (bytes: Bytes): boolean => {
      if (!isSecret) return false;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return body.includes(key, 0, 'latin1') || (body.includes(mayBeEscaped) && escaped.test(body.toString('latin1')));
    },
  };
}
