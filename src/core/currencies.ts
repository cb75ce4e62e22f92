/**
 * How currencies are printed, and which ISO 4217 codes a print may stand for; more than one means that the print
 * alone does not tell. Single letters that only one site uses are that site's to state.
 */
const printed: Readonly<Record<string, string>> = {
  $: 'USD CAD AUD NZD SGD HKD TWD MXN CLP COP ARS UYU',
  US$: 'USD',
  CDN$: 'CAD',
  CAD$: 'CAD',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  S$: 'SGD',
  SG$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  Mex$: 'MXN',
  MX$: 'MXN',
  CLP$: 'CLP',
  COL$: 'COP',
  ARS$: 'ARS',
  $U: 'UYU',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  'Fr.': 'CHF',
  '¥': 'CNY JPY',
  '￥': 'CNY JPY',
  'CN¥': 'CNY',
  RMB: 'CNY',
  'JP¥': 'JPY',
  '₩': 'KRW',
  '₹': 'INR',
  '₽': 'RUB',
  'руб.': 'RUB',
  руб: 'RUB',
  // Steam's own spelling, with a Latin p.
  'pуб.': 'RUB',
  pуб: 'RUB',
  zł: 'PLN',
  '₴': 'UAH',
  '₸': 'KZT',
  '₺': 'TRY',
  TL: 'TRY',
  '₫': 'VND',
  '฿': 'THB',
  '₪': 'ILS',
  '₡': 'CRC',
  '₱': 'PHP',
  Rp: 'IDR',
  RM: 'MYR',
  'S/.': 'PEN',
  'S/': 'PEN',
  SR: 'SAR',
  QR: 'QAR',
  KD: 'KWD',
  kr: 'NOK SEK DKK',
  'kr.': 'NOK SEK DKK',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
};

// Made when it is first asked for: the taps of pages carry this file and read no prices.
let known: ReadonlySet<string> | undefined;

function isKnown(code: string): boolean {
  known ??= new Set(`${Object.values(printed).join(' ')} CHF ZAR AED ISK`.split(' '));
  return known.has(code);
}

/**
 * The currencies that a print ("€", "CDN$", "USD") may stand for; empty when it is not known.
 * What an adapter states about a print goes before the general table.
 */
export function currenciesOf(print: string, stated: Readonly<Record<string, string>> = {}): readonly string[] {
  const own = Object.hasOwn(stated, print) ? stated[print] : undefined;
  if (own !== undefined) return [own];
  const codes = Object.hasOwn(printed, print) ? printed[print] : undefined;
  return codes?.split(' ') ?? (isKnown(print) ? [print] : []);
}
