import { decodeSegment } from '#core/items/names.ts';
import { wearOf } from '#core/items/wears.ts';
import { slugOf, spellingsOf } from '#page/finder/item-text.ts';

/** Longest address that is read, characters. */
const maxAddress = 1000;

/** Parts of an address that may be a name or an id, decoded. */
export function partsOfAddress(address: string): readonly string[] {
  if (address.length > maxAddress) return [];
  return address
    .split(/[/?#&=]+/)
    .flatMap((part) => (part.length > 2 ? spellingsOf(decodeSegment(part.replaceAll('+', ' '))) : []));
}

/** What may stand before and behind the slug of a name: an id, which has a digit. */
const idBefore = /^(?:[a-z\d]*\d[a-z\d]*-)?$/i;
const idBehind = /^(?:-[a-z\d]*\d[a-z\d]*)?$/i;

/**
 * Whether an address names an item, by its exact name or its slug. A knife's kind is also the name of a category, so a
 * name with a ★ must have a wear.
 */
export function isNamedBy(address: string, item: string): boolean {
  if (item.startsWith('★') && !wearOf(item)) return false;
  const slug = slugOf(item);
  return partsOfAddress(address).some((part) => {
    const [before = '', behind, ...more] = part.toLowerCase().split(slug);
    return (
      part === item || (behind !== undefined && more.length === 0 && idBefore.test(before) && idBehind.test(behind))
    );
  });
}

/** The wear and the mark that a link's parameters state, as words: "…/ak-47-redline?exterior=field-tested&st=1". */
export function statedByQuery(address: string): readonly string[] {
  const [, wear] = /[?&](?:exterior|wear)=([a-z]+[-_+ ][a-z]+)(?=&|$)/i.exec(address) ?? [];
  if (!wear) return [];
  return [wear, ...(/[?&](?:st|stat_?trak)=(?:1|true)(?=&|$)/i.test(address) ? ['StatTrak™'] : [])];
}
