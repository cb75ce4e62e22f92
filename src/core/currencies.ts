/**
 * The ISO 4217 codes that a printed sign may stand for; several mean that the sign is ambiguous. A sign that only
 * one site prints is in that site's adapter.
 */
const codesBySign: Readonly<Record<string, string>> = {
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

// Built on first use: the taps bundle this file and read no prices.
let knownCodes: ReadonlySet<string> | undefined;

function isKnown(code: string): boolean {
  knownCodes ??= new Set(`${Object.values(codesBySign).join(' ')} CHF ZAR AED ISK`.split(' '));
  return knownCodes.has(code);
}

/**
 * The currencies that a printed sign or code ("€", "CDN$", "USD") may stand for; empty for an unknown one.
 * An adapter's own signs take precedence.
 */
export function currenciesOf(sign: string, stated: Readonly<Record<string, string>> = {}): readonly string[] {
  const own = Object.hasOwn(stated, sign) ? stated[sign] : undefined;
  if (own !== undefined) return [own];
  const codes = Object.hasOwn(codesBySign, sign) ? codesBySign[sign] : undefined;
  return codes?.split(' ') ?? (isKnown(sign) ? [sign] : []);
}
