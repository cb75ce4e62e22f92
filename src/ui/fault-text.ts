import type { FaultKind } from '#core/fault.ts';
import { parseRelayAddress, type RelayAddressProblem } from '#core/relay-address.ts';
import { type Key, text } from '#ui/text.ts';

/** What is wrong, and what the reader can do about it; text between backticks is to be typed as it stands. */
export interface FaultText {
  readonly title: string;
  readonly advice: string;
}

/** Whom was asked. */
export interface AskedRelay {
  /** The relay's address as typed. */
  readonly url: string;
  readonly token: string;
}

const addressKeys = {
  'not-a-url': 'addressNotUrl',
  scheme: 'addressScheme',
  credentials: 'addressCredentials',
} as const;

/** One sentence per reason why an address cannot be used. */
export function addressText(problem: RelayAddressProblem): string {
  const key = addressKeys[problem];
  return key === 'addressCredentials' ? text(key) : text(key, 'http://localhost:8787');
}

/** A fault that is worded the same whoever was asked, but for the address in its title. */
const said = (title: Key, advice: Key) => () => ({ title: text(title), advice: text(advice) });
const saidOf = (title: TitleOfAddress, advice: Key) => (asked: AskedRelay) => ({
  title: text(title, relayName(asked.url)),
  advice: text(advice),
});
type TitleOfAddress = `fault${'Timeout' | 'Undecodable' | 'Malformed' | 'TooLarge' | 'Rejected' | 'Proxy'}Title`;

const words: Readonly<Record<FaultKind, (asked: AskedRelay) => FaultText>> = {
  unreachable: ({ url }) => ({
    title: text('faultUnreachableTitle', relayName(url)),
    advice: adviceToReach(url),
  }),
  timeout: saidOf('faultTimeoutTitle', 'faultTimeoutAdvice'),
  unauthorized: ({ token }) => ({
    title: token ? text('faultTokenWrongTitle') : text('faultTokenMissingTitle'),
    advice: text('faultTokenAdvice', '`RELAY_TOKENS`'),
  }),
  'rate-limited': said('faultRateLimitedTitle', 'faultRateLimitedAdvice'),
  unavailable: said('faultUnavailableTitle', 'faultUnavailableAdvice'),
  undecodable: saidOf('faultUndecodableTitle', 'faultUndecodableAdvice'),
  malformed: saidOf('faultMalformedTitle', 'faultMalformedAdvice'),
  'too-large': saidOf('faultTooLargeTitle', 'faultTooLargeAdvice'),
  rejected: saidOf('faultRejectedTitle', 'faultRejectedAdvice'),
};

const keyRefused = (): FaultText => ({
  title: text('faultKeyTitle'),
  advice: text('faultKeyAdvice', '`PRICE_API_KEY`'),
});

const proxyAlone = saidOf('faultProxyTitle', 'faultProxyAdvice');

/** A fault as the worker reports it. */
export interface ReportedFault {
  readonly kind: FaultKind;
  /** The HTTP status, where there was one. */
  readonly status: number | null;
  /** The technical line; holds the words of the relay's own error. */
  readonly detail: string;
}

/** Words a fault for its reader. A 502 comes from the relay, whose key the price API refused, or from a proxy. */
export function faultText({ kind, status, detail }: ReportedFault, asked: AskedRelay): FaultText {
  if (kind !== 'unavailable' || status !== 502) return words[kind](asked);
  return /refused the relay['’]s key/.test(detail) ? keyRefused() : proxyAlone(asked);
}

/** A relay's address as people say it: without the slash at the end; what cannot be used stays as typed. */
export function relayName(url: string): string {
  const address = parseRelayAddress(url);
  return 'base' in address ? address.base.href.replace(/\/$/, '') : url;
}

/** A browser tells nobody why a request came to nothing, so what can be seen at the address decides what to look at. */
function adviceToReach(url: string): string {
  const address = parseRelayAddress(url);
  if (!('base' in address)) return text('faultUnreachableCheck');
  const { hostname, protocol } = address.base;
  if (isLoopback(hostname)) {
    if (protocol === 'http:') return text('faultUnreachableStart', '`npm run relay`');
    return text('faultUnreachableLoopbackHttps', `\`${relayName(url).replace('https:', 'http:')}\``);
  }
  const isNumber = /^(\d+(\.\d+){3}|\[.*\])$/.test(hostname);
  const first = isNumber ? text('faultUnreachableHost', '`RELAY_HOST`') : text('faultUnreachableCheck');
  return `${first} ${protocol === 'http:' ? text('faultUnreachableHttp') : text('faultUnreachableHttps')}`;
}

/** Whether a host is this very computer, where the reader can start a relay. */
const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
