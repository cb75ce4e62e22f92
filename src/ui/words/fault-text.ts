import type { FaultKind, FaultReport } from '#core/asks/fault.ts';
import {
  isLoopback,
  parseRelayAddress,
  type RelayAddressProblem,
  type RelaySettings,
  type RelayTest,
} from '#core/settings/relay-address.ts';
import { countText } from '#ui/words/format.ts';
import { keyOf, plural, type StatusMessage, type TextKey, text } from '#ui/words/text.ts';

/** The problem, and what the user can do. Text between backticks is to be typed literally. */
export interface FaultText {
  readonly title: string;
  readonly advice: string;
}

export function addressText(problem: RelayAddressProblem): string {
  if (problem === 'insecure' || problem === 'credentials') return text(`address${keyOf(problem)}`);
  return text(`address${keyOf(problem)}`, 'http://localhost:8787');
}

const withTitle = (title: TextKey, advice: TextKey) => () => ({ title: text(title), advice: text(advice) });
const withAddressInTitle = (title: AddressTitle, advice: TextKey) => (asked: RelaySettings) => ({
  title: text(title, relayName(asked.url)),
  advice: text(advice),
});
type AddressTitle = `fault${'Timeout' | 'Undecodable' | 'Malformed' | 'TooLarge' | 'Rejected' | 'Proxy'}Title`;

const faultTexts: Readonly<Record<FaultKind, (asked: RelaySettings) => FaultText>> = {
  unreachable: ({ url }) => ({ title: text('faultUnreachableTitle', relayName(url)), advice: unreachableAdvice(url) }),
  timeout: withAddressInTitle('faultTimeoutTitle', 'faultTimeoutAdvice'),
  unauthorized: ({ token }) => ({
    title: token ? text('faultTokenWrongTitle') : text('faultTokenMissingTitle'),
    advice: text('faultTokenAdvice', '`RELAY_TOKENS`'),
  }),
  'rate-limited': withTitle('faultRateLimitedTitle', 'faultRateLimitedAdvice'),
  unavailable: withTitle('faultUnavailableTitle', 'faultUnavailableAdvice'),
  undecodable: withAddressInTitle('faultUndecodableTitle', 'faultUndecodableAdvice'),
  malformed: withAddressInTitle('faultMalformedTitle', 'faultMalformedAdvice'),
  'too-large': withAddressInTitle('faultTooLargeTitle', 'faultTooLargeAdvice'),
  rejected: withAddressInTitle('faultRejectedTitle', 'faultRejectedAdvice'),
};

const proxyRefused = withAddressInTitle('faultProxyTitle', 'faultProxyAdvice');

/** Explains a fault to the user. A 502 comes from a relay whose key the price API refused, or from a proxy. */
export function faultText(
  { kind, status, detail }: Pick<FaultReport, 'kind' | 'status' | 'detail'>,
  asked: RelaySettings,
): FaultText {
  if (kind !== 'unavailable' || status !== 502) return faultTexts[kind](asked);
  return /refused the relay['’]s key/.test(detail)
    ? { title: text('faultKeyTitle'), advice: text('faultKeyAdvice', '`PRICE_API_KEY`') }
    : proxyRefused(asked);
}

/** A relay's address without a slash at its end; an address that cannot be used stays as typed. */
export function relayName(url: string): string {
  const address = parseRelayAddress(url);
  return 'base' in address ? address.base.href.replace(/\/$/, '') : url;
}

/** Browsers do not say why a request failed, so the advice depends on the address alone. */
function unreachableAdvice(url: string): string {
  const address = parseRelayAddress(url);
  if (!('base' in address)) return text('faultUnreachableCheck');
  const { hostname, protocol } = address.base;
  if (isLoopback(hostname)) {
    if (protocol === 'http:') return text('faultUnreachableStart', '`skinlens-relay`');
    return text('faultUnreachableLoopbackHttps', `\`${relayName(url).replace('https:', 'http:')}\``);
  }
  const isNumber = /^(\d+(\.\d+){3}|\[.*\])$/.test(hostname);
  const first = isNumber ? text('faultUnreachableHost', '`RELAY_HOST`') : text('faultUnreachableCheck');
  return `${first} ${protocol === 'http:' ? text('faultUnreachableHttp') : text('faultUnreachableHttps')}`;
}

export function relayTestMessage(test: RelayTest, asked: RelaySettings): StatusMessage {
  if (test.outcome === 'bad-address') return { tone: 'bad', text: addressText(test.problem) };
  if (test.outcome === 'fault') {
    const { title, advice } = faultText(test.fault, asked);
    return { tone: 'bad', text: `${title} ${advice}` };
  }
  return fineMessage(plural('popupRelayWorks', test.items, countText(test.items)), test);
}

type FineTest = Extract<RelayTest, { outcome: 'fine' }>;

export const relayFoundMessage = (test: FineTest, url: string): StatusMessage =>
  fineMessage(plural('welcomeFound', test.items, test.name ?? url, countText(test.items)), test);

const fineMessage = (sentence: string, test: FineTest): StatusMessage => ({
  tone: test.sample ? 'warn' : 'good',
  text: [sentence, test.sample && text('popupRelaySample'), unusableRowsText(test)].filter(Boolean).join(' '),
});

export const unusableRowsText = ({ badRows }: { readonly badRows: number }): string =>
  badRows === 0 ? '' : plural('popupBadRows', badRows, countText(badRows));
