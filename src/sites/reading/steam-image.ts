import { decodeSegment } from '#core/items/names.ts';

/**
 * The id of Steam's picture of an item: the part behind `/image/` of a picture's address, which may stand encoded in the
 * address of a site's own picture service. Rows may give the id alone. Other wears and StatTrak share a picture.
 */
export function steamImageIn(address: string): string | undefined {
  const decoded = decodeSegment(address);
  const inAddress = /\/image\/([\w-]{8,})(?:[/?&#]|$)/.exec(decoded)?.[1];
  return inAddress ?? /^[\w-]{8,}$/.exec(decoded)?.[0];
}
