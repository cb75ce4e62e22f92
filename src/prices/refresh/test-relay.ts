import { Fault } from '#core/fault.ts';
import { relayAddress } from '#core/relay-address.ts';
import { parsePartner } from '#prices/refresh/parse-partner-prices.ts';
import { report } from '#prices/refresh/refresh.ts';
import { fetchFeed } from '#prices/refresh/relay-client.ts';
import type { RelayTest } from '#protocol/messages.ts';
import { endpoints } from '#protocol/price-api.ts';

/** Tries a relay's address and token, keeping nothing. Never rejects. */
export async function probeRelay(
  { url, token }: { url: string; token: string },
  parts: { readonly fetch: typeof fetch; readonly now: () => number },
): Promise<RelayTest> {
  const address = relayAddress(url);
  if ('problem' in address) return { outcome: 'bad-address', problem: address.problem };
  try {
    const answer = await fetchFeed({ ...parts, relay: { base: address.base, token }, path: endpoints.partner });
    const { rows, bad } = parsePartner(answer.changed ? answer.body : undefined);
    return { outcome: 'fine', items: rows.names.length, badRows: bad };
  } catch (error) {
    return { outcome: 'fault', fault: report(await named(error, address.base, parts.fetch), parts.now()) };
  }
}

/** Longest that it is looked who answers instead of a relay, ms. */
const elseMs = 5000;

/**
 * Tells "nobody answers" from "somebody answers who is no relay": a browser keeps the answer of a server that knows
 * nothing of extensions from us, and calls that a failure as well, but it does tell that there was one.
 */
async function named(error: unknown, base: URL, fetch: typeof globalThis.fetch): Promise<unknown> {
  if (!(error instanceof Fault) || error.kind !== 'unreachable') return error;
  try {
    const signal = AbortSignal.timeout(elseMs);
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
