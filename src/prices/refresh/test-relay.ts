import { Fault } from '#core/fault.ts';
import { parseRelayAddress } from '#core/relay-address.ts';
import { toFaultReport } from '#prices/refresh/feed.ts';
import { parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import { fetchFromRelay } from '#prices/refresh/relay-client.ts';
import type { RelayTest } from '#protocol/messages.ts';
import { endpoints } from '#protocol/price-api.ts';

/** Tries a relay's address and token without storing them. Never rejects. */
export async function testRelay(
  { url, token }: { url: string; token: string },
  parts: { readonly fetch: typeof fetch; readonly now: () => number },
): Promise<RelayTest> {
  const address = parseRelayAddress(url);
  if ('problem' in address) return { outcome: 'bad-address', problem: address.problem };
  try {
    const target = { base: address.base, token };
    const response = await fetchFromRelay({ ...parts, relay: target, path: endpoints.partner });
    const { rows, bad } = parsePartnerPrices(response.changed ? response.body() : undefined);
    const { sample, relayName } = response;
    return {
      outcome: 'fine',
      items: rows.names.length,
      badRows: bad,
      ...(sample && { sample }),
      ...(relayName !== undefined && { name: relayName }),
    };
  } catch (error) {
    const fault = await withForeignServer(error, address.base, parts.fetch);
    return { outcome: 'fault', fault: toFaultReport(fault, parts.now()) };
  }
}

/** Time limit of the second request, ms. */
const probeTimeoutMs = 5000;

/**
 * Tells "no server answers" from "a server answers that is no relay". A response without CORS headers fails like a
 * missing server; a request in the mode `no-cors` succeeds only if there is a server.
 */
async function withForeignServer(error: unknown, base: URL, fetch: typeof globalThis.fetch): Promise<unknown> {
  if (!(error instanceof Fault) || error.kind !== 'unreachable') return error;
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    await fetch(base, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
  } catch {
    return error;
  }
  return new Fault('malformed', 'a server answers, but it does not let extensions read the answer', { cause: error });
}
