import { parseJson } from '#core/asks/parse-json.ts';
import { wearOf } from '#core/items/item-kinds.ts';
import { decodeSegment } from '#core/items/names.ts';
import { looksLikeName, slugKey, slugOf, spellingsOf } from '#page/finder/item-text.ts';
import type { NameSign } from '#page/finder/words.ts';

/** Longest text of an attribute that is read, characters. */
const maxAttribute = 500;

/**
 * What an attribute says of an item: a possible name (a text for users also without the form of one), an id or a slug
 * that the page's answers may have, the key or the id of a picture, or an address as it stands.
 */
export type AttributeSign = Exclude<NameSign['from'], 'text'> | 'key' | 'picture' | 'picture-id' | 'address';

export const isTelling = (name: string): boolean => /^(?:alt|title|aria-label|href|id|src|style|data-.*)$/.test(name);

/** Tells all that the attributes of an element may say of an item. `withKeys`: the page's answers may have keys. */
export function eachSign(element: Element, withKeys: boolean, tell: (sign: AttributeSign, text: string) => void): void {
  const attributes = element.getAttributeNames().filter(isTelling);
  if (attributes.length === 0) return;
  const tellAll = (sign: AttributeSign, texts: readonly string[]) => {
    for (const text of texts) tell(sign, text);
  };
  const tellAddress = (address: string) => {
    tell('address', address.slice(0, maxAttribute));
    if (withKeys) tellAll('key', slugsOf(address));
  };
  for (const name of attributes) {
    const value = element.getAttribute(name) ?? '';
    if (value.length < 2) continue;
    if (/^(?:alt|title|aria-label)$/.test(name))
      tellAll('attribute', spellingsOf(value.slice(0, maxAttribute)).map(withoutImageWord));
    else if (name === 'href') {
      tellAddress(value);
      for (const part of partsOfAddress(value)) {
        if (looksLikeName(part)) tell('link', part);
        else if (withKeys) tellAll('key', idsOf(part));
      }
    } else if (name === 'src' || name === 'style')
      for (const address of picturesIn(name, value)) {
        tellAddress(address);
        tellAll('link', namesOfPicture(address));
        if (withKeys) tellAll('picture', pictureKeysOf(address));
        if (withKeys) tellAll('picture-id', idsOfPicture(address));
      }
    else {
      tellAll('data', namesInData(value));
      if (withKeys) tellAll('key', idsOf(value));
    }
  }
}

/** Whether a text may be an id that only one thing has: five characters or more with a digit, and no spaces. */
export const looksLikeId = (text: string): boolean =>
  text.length >= 5 && text.length <= 80 && /\d/.test(text) && /^[\w:.-]+$/.test(text);

/** Ids within an attribute: the whole value, and its parts, as in `sell_order_1234567` and `1234567-ak-47`. */
const idsOf = (value: string): readonly string[] =>
  value.length > 120
    ? []
    : [...new Set([value, ...value.split(/[_:]/), ...(value.match(/^\d{5,}(?=-)/) ?? [])])].filter(looksLikeId);

/** The key of the slug at the end of an address: its last part without an ending. */
const slugsOf = (address: string): readonly string[] => {
  const [, slug] = /([a-z\d]+(?:-[a-z\d]+)+)(?:\.\w{2,5})?(?:[?#].*)?$/i.exec(address.slice(0, maxAttribute)) ?? [];
  return slug ? [slugKey(slug)] : [];
};

/** Longest JSON in an attribute that is read, characters. */
const maxJson = 4000;

/** The possible names in an attribute for machines: the value itself, or what its JSON calls a name. */
function namesInData(value: string): readonly string[] {
  if (value.startsWith('{')) return value.length <= maxJson && value.includes('name') ? namesInJson(value) : [];
  return looksLikeName(value) ? [value] : [];
}

const namesInJson = (json: string): readonly string[] =>
  [...json.matchAll(/"(?:\w*hash_?name|market_?name)"\s*:\s*("(?:[^"\\]|\\.){1,200}")/gi)].flatMap(
    ([, literal = '""']) => {
      const name = parseJson(literal);
      return typeof name === 'string' && looksLikeName(name) ? [name] : [];
    },
  );

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
const idsOfPicture = (address: string): readonly string[] =>
  address.length > maxPictureAddress ? [] : (address.match(/(?<=\/)\d{15,20}(?=[/.?]|$)/g) ?? []);

const fileEnding = /(?:_\d+x\d+)?\.(?:png|webp|jpe?g|avif|gif)$/i;

/** The names that a picture's file may have: `AK-47%20-%20Redline%20%28Field-Tested%29_240x152.webp`. */
const namesOfPicture = (address: string): readonly string[] =>
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
const withoutImageWord = (text: string): string => text.replace(/ (?:icon|image)$/i, '');
