import * as z from 'zod/mini';
import { commaList, numberFrom } from '#protocol/environment.ts';

/** The daily reference rates of the European Central Bank. */
const ecbDaily = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

const dayInSeconds = 86_400;

const isHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

const httpUrl = z.string().check(z.refine(isHttp, 'it is no http or https address without a password'));
const baseUrl = z.pipe(
  httpUrl.check(z.refine((text) => !/[?#]/.test(text), 'it has a query')),
  z.transform((text) => text.replace(/\/+$/, '')),
);
/** Goes into a header as it is; the message never quotes it. */
const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/, 'it has characters that no header may carry'));

/** The variables that the relay reads wherever it runs (README, "Environment"). */
export const commonSchema = z.object({
  PRICE_API_URL: baseUrl,
  PRICE_API_KEY: secret,
  RELAY_TOKENS: z._default(z.pipe(commaList, z.array(secret)), []),
  RELAY_POLL_SECONDS: z._default(numberFrom(0.001, dayInSeconds), 60),
  RELAY_RATES_URL: z._default(z.union([z.literal('off'), httpUrl]), ecbDaily),
});

export interface Common {
  readonly priceApi: { readonly url: string; readonly key: string };
  readonly tokens: readonly string[];
  readonly pollMs: number;
  /** `undefined`: exchange rates are off. */
  readonly ratesUrl: string | undefined;
}

/** What Node and a Worker read alike of their environment; seconds become ms. */
export const toCommon = (read: z.infer<typeof commonSchema>): Common => ({
  priceApi: { url: read.PRICE_API_URL, key: read.PRICE_API_KEY },
  tokens: read.RELAY_TOKENS,
  pollMs: read.RELAY_POLL_SECONDS * 1000,
  ratesUrl: read.RELAY_RATES_URL === 'off' ? undefined : read.RELAY_RATES_URL,
});
