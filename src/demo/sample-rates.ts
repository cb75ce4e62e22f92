import { type RunningServer, startServer } from '#protocol/node-server.ts';

/** What one euro buys. Rounded values from no particular day: the demo and its users must not take them for real rates. */
export const perEuro: Readonly<Record<string, number>> = Object.fromEntries(
  `USD 1.15 CNY 8.2 GBP 0.87 RUB 103.5 BRL 6.2 PLN 4.25 TRY 48 UAH 48.5 JPY 178 CHF 0.93 SEK 11 NOK 11.7 DKK 7.46 CZK 24.3
HUF 388 CAD 1.61 AUD 1.76 NZD 2 INR 102 KRW 1680 SGD 1.49 HKD 8.95 MXN 21.2 ZAR 19.9 THB 37.2 IDR 19200 ILS 3.75`
    .matchAll(/([A-Z]+) ([\d.]+)/g)
    .map(([, currency = '', rate]) => [currency, Number(rate)]),
);

/** What one coin of a site with prices in coins is worth in US dollars. */
export const sampleCoinUsd = 0.66;

/** Sample rates in the format of the European Central Bank's daily file, with a date: `2026-11-24`. */
function sampleRates(date: string): string {
  const cubes = Object.entries(perEuro).map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`);
  return `<Envelope><Cube><Cube time="${date}">${cubes.join('')}</Cube></Cube></Envelope>`;
}

export const startSampleRates = (): Promise<RunningServer> =>
  startServer({
    fetch: () =>
      new Response(sampleRates(new Date().toISOString().slice(0, 10)), { headers: { 'Content-Type': 'text/xml' } }),
    host: '127.0.0.1',
    port: 0,
  });
