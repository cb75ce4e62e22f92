import type { MarketDetail } from '#protocol/messages.ts';

/** An item's link on the first chosen market that has one. Never rejects. */
export async function itemLink(
  details: (name: string) => Promise<readonly MarketDetail[]>,
  name: string,
): Promise<string | undefined> {
  const known = await details(name).catch(() => []);
  return known.find(({ detail }) => detail?.link)?.detail?.link;
}
