import { isFields } from './price-bodies.ts';

const forbidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/u;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= 500;
const isCode = (value: unknown): boolean =>
  typeof value === 'string' &&
  (value.length === 3 || value.length === 4) &&
  [...value].every((sign) => sign >= 'A' && sign <= 'Z');

/** A positive decimal: at most 12 digits and 8 decimals, without leading zeros. */
function isAmount(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [whole = '', fraction, ...more] = value.split('.');
  const isDigits = (part: string, most: number) =>
    part.length >= 1 && part.length <= most && [...part].every((sign) => sign >= '0' && sign <= '9');
  const fits = isDigits(whole, 12) && (fraction === undefined || isDigits(fraction, 8)) && more.length === 0;
  return fits && (whole === '0' || whole[0] !== '0') && [...value].some((sign) => sign >= '1' && sign <= '9');
}

const isName = (value: unknown): boolean =>
  isText(value) && value.length <= 200 && value.trim() !== '' && !forbidden.test(value);

function moneyOf(value: unknown): unknown {
  if (!isFields(value)) return undefined;
  const { amount, currency } = value;
  return isAmount(amount) && isCode(currency) ? { amount, currency } : undefined;
}

/** The valid fields of a row; `undefined` for no row. */
export function rowSlowly(value: unknown): unknown {
  if (!isFields(value) || !isText(value['key'])) return undefined;
  const { key, shared, item, phase, listing, kind, currency, otherGame, assembled } = value;
  return {
    key,
    shared: shared === true ? true : undefined,
    item: isName(item) ? item : undefined,
    phase: isText(phase) ? phase : undefined,
    listing: moneyOf(listing),
    kind: kind === 'bid' || kind === 'ask' || kind === 'none' ? kind : undefined,
    currency: isCode(currency) ? currency : undefined,
    otherGame: otherGame === true ? true : undefined,
    assembled: assembled === true ? true : undefined,
  };
}
