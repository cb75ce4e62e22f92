import { parseRelayAddress, type RelayTest } from '#core/settings/relay-address.ts';
import { toFaultReport } from '#data/refresh/feed.ts';
import { parsePartnerPrices } from '#data/refresh/parse-partner-prices.ts';
import { fetchFromRelay } from '#data/refresh/relay-client.ts';
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
    const { rows, bad } = parsePartnerPrices(response.body());
    const { sample, relayName } = response;
    return {
      outcome: 'fine',
      items: rows.size,
      badRows: bad,
      ...(sample && { sample }),
      ...(relayName !== undefined && { name: relayName }),
    };
  } catch (error) {
    return { outcome: 'fault', fault: toFaultReport(error, parts.now()) };
  }
}
