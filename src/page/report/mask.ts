import { isProgramName, marketWord } from '#page/report/known-words.ts';

const signs = /[\p{Sc}!-/:-@[-`{-~™★·•–—×]/u;

/** One character: a letter becomes "a", a digit "0"; currency signs and punctuation stay. */
function maskCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (/[\p{L}\p{M}]/u.test(character)) return 'a';
  if (/\p{N}/u.test(character)) return '0';
  return signs.test(character) ? character : '?';
}

const maskAll = (text: string): string => [...text].map(maskCharacter).join('');

/** The shape of a text: all letters and digits are masked except in words of the trade. At most `limit` characters. */
export function maskText(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit);
  let masked = '';
  let end = 0;
  for (const { 0: word, index } of line.matchAll(marketWord)) {
    masked += maskAll(line.slice(end, index)) + word;
    end = index + word.length;
  }
  return masked + maskAll(line.slice(end));
}

/** A name that programmers gave, or its shape. `isShared` tells whether others than one element or object carry it. */
export const maskName = (name: string, isShared: boolean): string =>
  isProgramName(name) || (isShared && isPlain(name)) ? name : maskAll(name.slice(0, 40));

/** A name as programmers give them: no long numbers, no long mixture of letters and digits as in a key. */
const isPlain = (name: string): boolean =>
  /^[\w:[\]/%.()#$!&>+,*=-]{1,48}$/.test(name) && !/\d{4}|@/.test(name) && !/(?=\S*\d\S*\d\S*\d)\w{16}/.test(name);

const maxSegments = 12;

/** The path of an address without host, query and fragment; segments that are not programmers' words are masked. */
export function maskPath(address: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(address.slice(0, 600))?.[1] ?? '';
  return path
    .split('/')
    .slice(0, maxSegments)
    .map((segment) => maskName(segment, false))
    .join('/');
}
