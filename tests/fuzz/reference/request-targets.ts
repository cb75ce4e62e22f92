import { marketIds } from '#core/markets.ts';
import { optionalFields } from '#protocol/price-api.ts';

/** What the relay must do with a request target: ask upstream for `source`, or answer with a status of its own. */
export type Expected = { readonly source: string } | { readonly status: number };

const notFound: Expected = { status: 404 };

/** The target without the scheme and authority of an absolute form, letter by letter. */
function withoutOrigin(target: string): string {
  const scheme = ['http://', 'https://'].find((one) => target.toLowerCase().startsWith(one));
  if (scheme === undefined) return target;
  let at = scheme.length;
  while (at < target.length && !'/?#'.includes(target.charAt(at))) at++;
  const rest = target.slice(at);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Decodes a part of a form: a plus is a blank, and a percent sign that begins no byte stays. */
function decode(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = text.slice(at + 1, at + 3);
    if (text.charAt(at) === '%' && /^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else bytes.push(...Buffer.from(text.charAt(at) === '+' ? ' ' : text.charAt(at)));
  }
  return Buffer.from(bytes).toString('utf8');
}

const pairsOf = (search: string): [string, string][] =>
  search
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))];
    });

/** The sorted names of a list, or `undefined` if one is unknown. */
function namesOf(list: string, known: readonly string[]): string[] | undefined {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.every((name) => known.includes(name)) ? [...new Set(names)].sort() : undefined;
}

function sourceOfPrices(params: ReadonlyMap<string, string>): Expected {
  const markets = namesOf(params.get('markets') ?? '', marketIds);
  const fields = namesOf(params.get('fields') ?? '', optionalFields);
  if (!markets || !fields) return { status: 400 };
  const parts: string[] = [];
  if (markets.length > 0 && markets.length < marketIds.length) parts.push(`markets=${markets.join(',')}`);
  if (fields.length > 0) parts.push(`fields=${fields.join(',')}`);
  return { source: `/api/prices${parts.length > 0 ? '?' : ''}${parts.join('&')}` };
}

/** Reads a target without `min` and `max` as the relay's README says, slowly. */
export function readTarget(target: string): Expected {
  const plain = withoutOrigin(target);
  if (plain.includes('#')) return notFound;
  const [path = '', ...rest] = plain.split('?');
  if (!['/api/prices', '/api/get-partner-prices', '/api/csgoroll-prices'].includes(path)) return notFound;
  const pairs = pairsOf(rest.join('?'));
  const params = new Map(pairs);
  if (params.size < pairs.length) return { status: 400 };
  return path === '/api/prices' ? sourceOfPrices(params) : { source: path };
}
