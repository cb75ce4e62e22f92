import { parseJson } from '#core/asks/parse-json.ts';
import {
  idsOfPicture,
  namesOfPicture,
  partsOfAddress,
  pictureKeysOf,
  picturesIn,
  withoutImageWord,
} from '#page/finder/addresses.ts';
import { looksLikeName, slugKey, spellingsOf } from '#page/finder/item-text.ts';
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
