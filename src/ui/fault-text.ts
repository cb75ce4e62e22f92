import type { FaultKind } from '#core/fault.ts';
import { type AddressProblem, relayAddress } from '#core/settings.ts';

/** What is wrong, and what the reader can do about it; text between backticks is to be typed as it stands. */
export interface FaultText {
  readonly title: string;
  readonly advice: string;
}

/** Whom was asked. */
export interface Asked {
  /** The relay's address as typed. */
  readonly url: string;
  readonly token: string;
}

/** One sentence per reason why an address cannot be used. */
export const addressText: Readonly<Record<AddressProblem, string>> = {
  'not-a-url': 'This is not an address. Write it in full, such as http://localhost:8787.',
  scheme: 'The address must begin with http:// or https://, such as http://localhost:8787.',
  credentials: 'Leave the user name and password out of the address; a token goes into the field below.',
};

const keyRefused: FaultText = {
  title: 'Your relay works, but the price API refused the relay’s key.',
  advice: 'Whoever runs the relay has to set `PRICE_API_KEY` to a valid key and restart it.',
};

const words: Readonly<Record<FaultKind, (asked: Asked) => FaultText>> = {
  unreachable: (asked) => ({
    title: `No relay answers at ${relayName(asked.url)}.`,
    advice: isLoopback(asked.url)
      ? 'Start it with `npm run relay`, or correct the address.'
      : 'Check that it runs and that this computer can reach it, or correct the address.',
  }),
  timeout: (asked) => ({
    title: `The relay at ${relayName(asked.url)} took too long to answer.`,
    advice: 'It may be starting or overloaded: try again in a minute. If it stays so, restart the relay.',
  }),
  unauthorized: ({ token }) => ({
    title: token ? 'The relay refuses this token.' : 'The relay wants a token.',
    advice: 'Enter the token that whoever runs the relay gave you (one of its `RELAY_TOKENS`), then save.',
  }),
  'rate-limited': () => ({
    title: 'The relay asks for a pause: it was asked too often.',
    advice: 'Nothing to do: Skinlens waits for as long as the relay asks, then tries again by itself.',
  }),
  unavailable: () => ({
    title: 'The relay is there, but has no prices at the moment.',
    advice: 'Skinlens tries again by itself. If it lasts, the relay’s log says what keeps it from the price API.',
  }),
  undecodable: (asked) => ({
    title: `The answer of ${relayName(asked.url)} is compressed in a way that the browser did not undo.`,
    advice: 'Enter the address of the relay itself, not of the price API or of a proxy, or use https.',
  }),
  malformed: (asked) => ({
    title: `Something answers at ${relayName(asked.url)}, but not with prices.`,
    advice: 'It may be another program or a proxy’s page. Check the address, its port and its path.',
  }),
  'too-large': (asked) => ({
    title: `The answer of ${relayName(asked.url)} is far too large for a price list.`,
    advice: 'Nothing of it was kept. Check that the address is that of a Skinlens relay.',
  }),
  rejected: (asked) => ({
    title: `The server at ${relayName(asked.url)} does not understand what Skinlens asks.`,
    advice: 'Check that the address is that of a Skinlens relay, and update the relay and the extension.',
  }),
};

const proxyAlone = ({ url }: Asked): FaultText => ({
  title: `A proxy answers at ${relayName(url)}, but gets no answer from the relay behind it.`,
  advice: 'Start the relay behind the proxy, or correct the address.',
});

/** A fault as the worker reports it. */
export interface ToldFault {
  readonly kind: FaultKind;
  /** The HTTP status, where there was one. */
  readonly status: number | null;
  /** The technical line; holds the words of the relay's own error. */
  readonly detail: string;
}

/** Words a fault for its reader. A 502 comes from the relay, whose key the price API refused, or from a proxy. */
export function faultText({ kind, status, detail }: ToldFault, asked: Asked): FaultText {
  if (kind !== 'unavailable' || status !== 502) return words[kind](asked);
  return /refused the relay['’]s key/.test(detail) ? keyRefused : proxyAlone(asked);
}

/** A relay's address as people say it: without the slash at the end; what cannot be used stays as typed. */
export function relayName(url: string): string {
  const address = relayAddress(url);
  return 'base' in address ? address.base.href.replace(/\/$/, '') : url;
}

/** Whether the address is on this very computer, where the reader can start a relay. */
function isLoopback(url: string): boolean {
  const address = relayAddress(url);
  return 'base' in address && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(address.base.hostname);
}
