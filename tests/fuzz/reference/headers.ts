/** Reference parsers after RFC 9110, 9651 and 9842, character by character; `undefined` for a value outside their grammars. */

const isIn = (set: string) => (sign: string) => set.includes(sign);
const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const isToken = (text: string): boolean => text !== '' && [...text].every(isIn(`${digits}${letters}!#$%&'*+-.^_\`|~`));
const isDigits = (text: string): boolean => text !== '' && [...text].every(isIn(digits));

const strip = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && ' \t'.includes(text[from] ?? '')) from++;
  while (to > from && ' \t'.includes(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
};

/** A weight (RFC 9110, 12.4.2), in thousandths. */
function weightOf(text: string): number | undefined {
  if (text[0] !== 'q' && text[0] !== 'Q') return undefined;
  const [sign, number = ''] = [text[1], text.slice(2)];
  const [whole = '', fraction = '', ...more] = number.split('.');
  const fits = sign === '=' && more.length === 0 && (fraction === '' || (isDigits(fraction) && fraction.length <= 3));
  if (!fits || (whole !== '0' && whole !== '1') || (whole === '1' && /[1-9]/.test(fraction))) return undefined;
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** Codings by name and weight in thousandths (RFC 9110, 12.5.3). */
export function readAcceptEncoding(header: string): readonly (readonly [string, number])[] | undefined {
  const entries = header
    .split(',')
    .map(strip)
    .filter((entry) => entry !== '');
  const read = entries.map((entry) => {
    const [coding = '', weight, ...more] = entry.split(';');
    const name = strip(coding).toLowerCase();
    const quality = weight === undefined ? 1000 : weightOf(strip(weight));
    const fits = more.length === 0 && isToken(name) && strip(coding).length === coding.trimEnd().length;
    return fits && quality !== undefined ? ([name === 'x-gzip' ? 'gzip' : name, quality] as const) : undefined;
  });
  const fit = read.filter((entry) => entry !== undefined);
  return fit.length === read.length ? fit : undefined;
}

/** The opaque tags of an `If-None-Match`, quotes included (RFC 9110, 13.1.2 and 8.8.3). */
export function readIfNoneMatch(header: string): '*' | readonly string[] | undefined {
  if (strip(header) === '*') return '*';
  const tags: string[] = [];
  let [at, isFirst] = [0, true];
  const skip = (signs: string) => {
    const from = at;
    while (at < header.length && signs.includes(header[at] ?? '')) at++;
    return header.slice(from, at);
  };
  for (let gap = skip(' \t,'); at < header.length; gap = skip(' \t,')) {
    if (!isFirst && !gap.includes(',')) return undefined;
    if (header.startsWith('W/', at)) at += 2;
    const end = header[at] === '"' ? header.indexOf('"', at + 1) : -1;
    if (end < 0 || ![...header.slice(at + 1, end)].every(isTagSign)) return undefined;
    tags.push(header.slice(at, end + 1));
    [at, isFirst] = [end + 1, false];
  }
  return tags;
}

const isTagSign = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0;
  return code === 0x21 || (code >= 0x23 && code <= 0x7e) || code >= 0x80;
};

const base64 = `${letters}${digits}+/`;

/** The bytes of an `Available-Dictionary` as base64 (RFC 9842, 2.2; RFC 9651, 3.3.5), if they are canonical and 32 bytes. */
export function readAvailableDictionary(header: string): string | undefined {
  const text = strip(header);
  const inner = text.slice(1, -1);
  const isBytes = text.length > 2 && text.startsWith(':') && text.endsWith(':');
  if (!isBytes || inner.length !== 44 || !inner.endsWith('=') || ![...inner.slice(0, 43)].every(isIn(base64)))
    return undefined;
  return inner;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A `Retry-After` in ms (RFC 9110, 10.2.3 and 5.6.7): seconds, or one of the three forms of a date. `impossible` for a date such as 31 February. */
/** No wait takes 30 years: a number of ten digits or more is a time since 1970, in seconds, or in ms from 13 digits on. */
export function waitOf(number: number, now: number): number {
  if (number < 10 ** 9) return Math.max(0, number * 1000);
  return Math.max(0, number < 10 ** 12 ? number * 1000 - now : number - now);
}

export function readRetryAfter(header: string, now: number): number | 'impossible' | undefined {
  const text = strip(header);
  if (isDigits(text)) return waitOf(Number(text), now);
  const signs = text
    .replace(/\d/g, '0')
    .replace(/[A-Z][a-z]{2}(?=[ ,-])/g, 'Mon')
    .replace(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/, 'Monday');
  const forms = [
    'Mon, 00 Mon 0000 00:00:00 GMT',
    'Monday, 00-Mon-00 00:00:00 GMT',
    'Mon Mon 00 00:00:00 0000',
    'Mon Mon  0 00:00:00 0000',
  ];
  const form = forms.indexOf(signs);
  if (form < 0) return undefined;
  const month = months.findIndex((name) => text.slice(4).includes(name));
  const [hour = 0, minute = 0, second = 0] = (/\d\d:\d\d:\d\d/.exec(text)?.[0] ?? '').split(':').map(Number);
  const [day = 0, year = 0] = (text.replace(/\d\d:\d\d:\d\d/, '').match(/\d+/g) ?? []).map(Number);
  const full = form === 1 ? year + (year < 50 ? 2000 : 1900) : year;
  const date = Date.UTC(full, month, day, hour, minute, second);
  const isReal =
    month >= 0 && new Date(date).getUTCDate() === day && hour < 24 && minute < 60 && second < 60 && full >= 1000;
  return isReal ? Math.max(0, date - now) : 'impossible';
}
