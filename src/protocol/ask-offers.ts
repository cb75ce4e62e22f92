import type { OffersByName } from '#core/owned/inventory.ts';
import type { Offer } from '#core/prices/offer.ts';
import { maxNames } from '#protocol/limits.ts';

/** What the chosen markets that are no references ask for items, in the order of their exact names; 500 at most. */
export type AskOffers = (names: readonly string[]) => Promise<readonly (readonly Offer[])[]>;

/** Asks for any number of items. Rejects where one answer is lost: a part of the items would make a sum too small. */
export async function askByName(ask: AskOffers, names: readonly string[]): Promise<OffersByName> {
  const offers = new Map<string, readonly Offer[]>();
  for (let at = 0; at < names.length; at += maxNames) {
    const batch = names.slice(at, at + maxNames);
    const told = await ask(batch);
    for (const [nth, name] of batch.entries()) offers.set(name, told[nth] ?? []);
  }
  return offers;
}
