import type { ReferenceMarket } from '#core/prices/markets.ts';
import type { AttachedItem } from '#core/site.ts';

/** Most attached items of one card that are read: an item holds five stickers and one charm. */
export const maxAttached = 10;

/** Whether a name is that of a sticker, a patch or a charm. A page may call a rifle a sticker. */
export const isAttachable = (name: string): boolean =>
  /^(?:Sticker(?: Slab)?|Patch|(?:Souvenir )?Charm) \| /.test(name);

/** An attached item and its loose price in one reference, USD cents. */
export interface PricedAttachment extends Pick<AttachedItem, 'item' | 'wear'> {
  /** Absent without a name, for a name that the table lacks, and for a price in doubt. */
  readonly cents?: number | undefined;
}

export interface AttachedSum {
  readonly market: ReferenceMarket;
  readonly items: readonly PricedAttachment[];
  /** USD cents of the items with a price; `undefined` when none has one. */
  readonly cents: number | undefined;
  /** At least one item has no price, so the sum is a lower bound. */
  readonly atLeast: boolean;
  /** Per cent of the sum that the listing asks above the bare item, one decimal; a fact and not a valuation. */
  readonly sp?: number | undefined;
}

/** @param centsOf absent for a price in doubt. @param aboveBare USD cents asked above the bare item; absent on any doubt */
export function sumAttached(
  attached: readonly AttachedItem[],
  market: ReferenceMarket,
  centsOf: (item: AttachedItem) => number | undefined,
  aboveBare?: number,
): AttachedSum | undefined {
  if (attached.length === 0) return undefined;
  const items = attached.map(({ item, wear, assembled }) => {
    const cents = item !== undefined && isAttachable(item) ? centsOf({ item, assembled }) : undefined;
    return { item, wear, cents };
  });
  const known = items.flatMap(({ cents }) => (cents === undefined ? [] : [cents]));
  const cents = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : undefined;
  const atLeast = known.length < items.length;
  return { market, items, cents, atLeast, sp: atLeast ? undefined : spOf(cents, aboveBare) };
}

const spOf = (cents: number | undefined, aboveBare: number | undefined): number | undefined =>
  cents && aboveBare !== undefined ? Math.round((aboveBare / cents) * 1000) / 10 : undefined;
