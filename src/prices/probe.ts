import { relayAddress } from '#core/settings.ts';
import { report } from '#prices/engine.ts';
import { fetchFeed } from '#prices/feed.ts';
import { parsePartner } from '#prices/partner.ts';
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
    return { outcome: 'fine', items: rows.size, badRows: bad };
  } catch (error) {
    return { outcome: 'fault', fault: report(error, parts.now()) };
  }
}
