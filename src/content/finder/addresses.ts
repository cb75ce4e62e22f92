import { oneLine } from '#content/finder/item-text.ts';
import { decodeSegment } from '#core/names.ts';

/** Longest address that is read, characters. */
const maxAddress = 1000;

/** Parts of an address that may be a name or an id, decoded. */
export function partsOfAddress(address: string): readonly string[] {
  if (address.length > maxAddress) return [];
  return address
    .split(/[/?#&=]+/)
    .flatMap((part) => (part.length > 2 ? [oneLine(decodeSegment(part.replaceAll('+', ' ')))] : []));
}
