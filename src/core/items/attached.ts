import type { ReferenceMarket } from '#core/prices/markets.ts';
import type { AttachedItem } from '#core/site.ts';

/** Most attached items of one card that are read: an item holds five stickers and one charm. */
export const maxAttached = 10;

/** Whether a name is that of a sticker, a patch or a charm. A page may call a rifle a sticker. */
export const isAttachable = (name: string): boolean =>
  /^(?:Sticker(?: Slab)?|Patch|(?:Souvenir )?Charm) \| /.test(name);

export type AttachedSum = NonNullable<ReturnType<typeof sumAttached>>;
export type PricedAttachment = AttachedSum['items'][number];

/** @param centsOf absent for a price in doubt. @param aboveBare USD cents asked above the bare item; absent on any doubt */
export function sumAttached(
  attached: readonly AttachedItem[],
  market: ReferenceMarket,
  centsOf: (item: AttachedItem) => number | undefined,
  aboveBare?: number,
) {
  if (attached.length === 0) return undefined;
  const items = attached.map(({ item, wear, assembled }) => {
    // None without a name, for a name that the table lacks, and for a price in doubt.
    const cents = item !== undefined && isAttachable(item) ? centsOf({ item, assembled }) : undefined;
    return { item, wear, cents };
  });
  const known = items.flatMap(({ cents }) => (cents === undefined ? [] : [cents]));
  const cents = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : undefined;
  const atLeast = known.length < items.length;
  return {
    market,
    /** With their loose prices in the market, USD cents. */
    items,
    /** Of the items with a price; `undefined` when none has one. */
    cents,
    /** One item at least has no price. */
    atLeast,
    /** Per cent of the sum that the listing asks above the bare item, one decimal; a fact and not a valuation. */
    sp: atLeast ? undefined : spOf(cents, aboveBare),
  };
}

const spOf = (cents: number | undefined, aboveBare: number | undefined): number | undefined =>
  cents && aboveBare !== undefined ? Math.round((aboveBare / cents) * 1000) / 10 : undefined;
