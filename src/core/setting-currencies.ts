/** ISO 4217 codes of currencies on marketplaces. Others are offered once the user has a rate for them. */
export const currencyCodes: readonly string[] = (
  'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD KZT MXN MYR NOK ' +
  'NZD PEN PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR'
).split(' ');
