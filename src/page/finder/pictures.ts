import { partsOfAddress } from '#page/finder/addresses.ts';
import { looksLikeName } from '#page/finder/item-text.ts';

/** Longest address of a picture that is read, characters. */
const maxAddress = 800;
/** How much of a style is read, characters. */
const maxStyle = 4000;

/** The addresses of the pictures that an element shows: its own, or those of its style. */
export const picturesIn = (name: 'src' | 'style', value: string): readonly string[] =>
  name === 'src'
    ? [value]
    : [...value.slice(0, maxStyle).matchAll(/url\(\s*["']?([^"')]+)/g)].map(([, address = '']) => address);

/** Ids within the address of a picture, which are of what it shows: Steam's listings have 15 digits and more. */
export const idsOfPicture = (address: string): readonly string[] =>
  address.length > maxAddress ? [] : (address.match(/(?<=\/)\d{15,20}(?=[/.?]|$)/g) ?? []);

const fileEnding = /(?:_\d+x\d+)?\.(?:png|webp|jpe?g|avif|gif)$/i;

/** The names that a picture's file may have: `AK-47%20-%20Redline%20%28Field-Tested%29_240x152.webp`. */
export const namesOfPicture = (address: string): readonly string[] =>
  partsOfAddress(address)
    .flatMap((part) => (fileEnding.test(part) ? [part.replace(fileEnding, '')] : []))
    .flatMap((part) => part.split('/').slice(-1))
    .map((name) => name.replaceAll(' - ', ' | ').replace(/StatTrak- /, 'StatTrak™ '))
    .filter(looksLikeName);

/**
 * The keys of a picture, among the ids that page and answers share: the longest part of its address, which Steam gives
 * to each picture. No id begins with a hash.
 */
export const pictureKeysOf = (address: string): readonly string[] =>
  address.length > maxAddress
    ? []
    : (address.match(/(?<=^|\/|%2F)[\w-]{40,}(?![^/?#%])/g) ?? []).map((part) => `#${part}`);

/** An attribute's text without the word that says that it describes an image: "AK-47 | Redline (Field-Tested) icon". */
export const withoutImageWord = (text: string): string => text.replace(/ (?:icon|image)$/i, '');
