/**
 * A currency a line: its ISO 4217 code, and the signs that pages print for it. Currencies may share a sign. A sign that
 * only one site prints is in that site's adapter; Steam writes руб with a Latin p.
 */
const spellings = `
USD $ US$
CAD $ CDN$ CAD$ CA$ C$
AUD $ A$ AU$
NZD $ NZ$
SGD $ S$ SG$
HKD $ HK$
TWD $ NT$
MXN $ Mex$ MX$
CLP $ CLP$
COP $ COL$
ARS $ ARS$
UYU $ $U
BRL R$
EUR €
GBP £
CHF Fr.
CNY ¥ ￥ CN¥ RMB
JPY ¥ ￥ JP¥
KRW ₩
INR ₹
RUB ₽ руб. руб pуб. pуб
PLN zł
UAH ₴
KZT ₸
TRY ₺ TL
VND ₫
THB ฿
ILS ₪
CRC ₡
PHP ₱
IDR Rp
MYR RM
PEN S/. S/
SAR SR
QAR QR
KWD KD
NOK kr kr.
SEK kr kr.
DKK kr kr.
CZK Kč
HUF Ft
RON lei
BGN лв
ZAR
AED
ISK
`;

// Built on first use: the taps bundle this file and read no prices.
let codes: ReadonlyMap<string, readonly string[]> | undefined;

function codesBySpelling(): ReadonlyMap<string, readonly string[]> {
  const bySpelling = new Map<string, string[]>();
  for (const line of spellings.trim().split('\n')) {
    const [code = '', ...signs] = line.split(' ');
    for (const each of [code, ...signs]) bySpelling.set(each, [...(bySpelling.get(each) ?? []), code]);
  }
  return bySpelling;
}

/** The currencies that a sign or code ("€", "CDN$", "USD") may mean; an adapter's own signs take precedence. */
export function currenciesOf(sign: string, stated: Readonly<Record<string, string>> = {}): readonly string[] {
  codes ??= codesBySpelling();
  const own = Object.hasOwn(stated, sign) ? stated[sign] : undefined;
  return own === undefined ? (codes.get(sign) ?? []) : [own];
}

/** ISO 4217 codes of currencies on marketplaces. Others are offered once the user has a rate for them. */
export const currencyCodes = (): readonly string[] => [...new Set([...codesBySpelling().values()].flat())];
