import { decodeSegment } from '#core/items/names.ts';
import { wearOf } from '#core/items/wears.ts';
import { looksLikeName, slugOf, spellingsOf } from '#page/finder/item-text.ts';

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

/** By its exact name or its slug. A knife's kind is also the name of a category, so a name with a ★ must have a wear. */
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

/** Longest address of a picture that is read, characters. */
const maxPictureAddress = 800;
/** How much of a style is read, characters. */
const maxStyle = 4000;

/** The addresses of the pictures that an element shows: its own, or those of its style. */
export const picturesIn = (name: 'src' | 'style', value: string): readonly string[] =>
  name === 'src'
    ? [value]
    : [...value.slice(0, maxStyle).matchAll(/url\(\s*["']?([^"')]+)/g)].map(([, address = '']) => address);

/** Ids within the address of a picture, which are of what it shows: Steam's listings have 15 digits and more. */
export const idsOfPicture = (address: string): readonly string[] =>
  address.length > maxPictureAddress ? [] : (address.match(/(?<=\/)\d{15,20}(?=[/.?]|$)/g) ?? []);

const fileEnding = /(?:_\d+x\d+)?\.(?:png|webp|jpe?g|avif|gif)$/i;

/** The names that a picture's file may have: `AK-47%20-%20Redline%20%28Field-Tested%29_240x152.webp`. */
export const namesOfPicture = (address: string): readonly string[] =>
  partsOfAddress(address)
    .flatMap((part) => (fileEnding.test(part) ? [part.replace(fileEnding, '')] : []))
    .flatMap((part) => part.split('/').slice(-1))
    .map((name) => name.replaceAll(' - ', ' | ').replace(/StatTrak- /, 'StatTrak™ '))
    .filter(looksLikeName);

/** The longest part of its address, which Steam gives to each picture. No id begins with a hash. */
export const pictureKeysOf = (address: string): readonly string[] =>
  address.length > maxPictureAddress
    ? []
    : (address.match(/(?<=^|\/|%2F)[\w-]{40,}(?![^/?#%])/g) ?? []).map((part) => `#${part}`);

/** An attribute's text without the word that says that it describes an image: "AK-47 | Redline (Field-Tested) icon". */
export const withoutImageWord = (text: string): string => text.replace(/ (?:icon|image)$/i, '');
