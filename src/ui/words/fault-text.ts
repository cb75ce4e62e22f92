import type { FaultReport } from '#core/asks/fault.ts';
import {
  isLoopback,
  parseRelayAddress,
  type RelayAddressProblem,
  type RelaySettings,
  type RelayTest,
} from '#core/settings/relay-address.ts';
import { countText } from '#ui/words/format.ts';
import { keyOf, plural, type StatusMessage, text } from '#ui/words/text.ts';

/** The problem, and what the user can do. Text between backticks is to be typed literally. */
export interface FaultText {
  readonly title: string;
  readonly advice: string;
}

export function addressText(problem: RelayAddressProblem): string {
  if (problem === 'insecure' || problem === 'credentials') return text(`address${keyOf(problem)}`);
  return text(`address${keyOf(problem)}`, 'http://localhost:8787');
}

/** Explains a fault to the user. A 502 comes from a relay whose key the price API refused, or from a proxy. */
export function faultText(
  { kind, status, detail }: Pick<FaultReport, 'kind' | 'status' | 'detail'>,
  { url, token }: RelaySettings,
): FaultText {
  if (kind === 'unauthorized') {
    const title = text(token ? 'faultTokenWrongTitle' : 'faultTokenMissingTitle');
    return { title, advice: text('faultTokenAdvice', '`RELAY_TOKENS`') };
  }
  const isRefused = kind === 'unavailable' && status === 502;
  if (isRefused && /refused the relay['’]s key/.test(detail))
    return { title: text('faultKeyTitle'), advice: text('faultKeyAdvice', '`PRICE_API_KEY`') };
  if (kind === 'rate-limited' || (kind === 'unavailable' && !isRefused))
    return { title: text(`fault${keyOf(kind)}Title`), advice: text(`fault${keyOf(kind)}Advice`) };
  if (kind === 'unreachable')
    return { title: text('faultUnreachableTitle', relayName(url)), advice: unreachableAdvice(url) };
  const cause = keyOf(kind === 'unavailable' ? 'proxy' : kind);
  return { title: text(`fault${cause}Title`, relayName(url)), advice: text(`fault${cause}Advice`) };
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
