import type { FaultReport } from '#core/asks/fault.ts';

export const defaultRelayUrl = 'http://localhost:8787';

/** A relay in the settings: its address as typed, and '' for no token. */
export interface RelaySettings {
  readonly url: string;
  readonly token: string;
}

export const isSameRelay = (one: RelaySettings, other: RelaySettings): boolean =>
  one.url === other.url && one.token === other.token;

export type RelayAddressProblem = 'not-a-url' | 'scheme' | 'insecure' | 'credentials';

export type RelayTest =
  /** The relay sent prices; `sample`: made-up ones; `name`: what its owner calls it. */
  | {
      readonly outcome: 'fine';
      readonly items: number;
      readonly badRows: number;
      readonly sample?: boolean;
      readonly name?: string;
    }
  /** The address is invalid; no request was sent. */
  | { readonly outcome: 'bad-address'; readonly problem: RelayAddressProblem }
  | { readonly outcome: 'fault'; readonly fault: FaultReport };

/** Whether a header can carry a token: visible ASCII only (RFC 6750, 2.1). */
export const isToken = (token: string): boolean => /^[!-~]*$/.test(token);

/** Whether a host name of a URL means this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Names that no public server has: special ones (RFC 6762, RFC 8375, `.internal`), and those of routers and of Tailscale. */
const ownNames = /^(?:[^.:\d[][^.:]*|fritz\.box|.+\.(?:local|lan|internal|home\.arpa|fritz\.box|ts\.net))\.?$/;

/** Whether a host name of a URL can only be one of the network around this machine: a private address, or a name of its own. */
const isPrivate = (hostname: string): boolean =>
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$/.test(
    hostname,
  ) ||
  /^\[f(?:[cd]|e[89ab])[\da-f]*:.*\]$/.test(hostname) ||
  ownNames.test(hostname);

/** What copying leaves in a text without showing it. */
const unseen = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/** The link of an invite within any text, such as a sentence or Markdown, and its token: `#skinlens=<token>` (RFC 6750, 2.1). */
const inviteLink = /(_*)(https?:\/\/[^\s<>"'`()#]+)#skinlens=([\w.~+/-]{15,511}[\w~+/-]=*)\1(?![\w~+/-])/i;

/** Splits an invite's link, `https://relay.example/#skinlens=<token>`, also within a text; `undefined` without one. */
export function parseInvite(typed: string): RelaySettings | undefined {
  const [, , url = '', token] = inviteLink.exec(typed.replace(unseen, '')) ?? [];
  const address = parseRelayAddress(url);
  if ('problem' in address || token === undefined) return undefined;
  return { url: address.base.href.replace(/\/$/, ''), token };
}

/**
 * Parses an address as typed: https, or http on this machine and in the network around it, where no stranger reads the token;
 * without a user name. The base ends in a slash.
 */
export function parseRelayAddress(typed: string): { base: URL } | { problem: RelayAddressProblem } {
  const base = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!base) return { problem: 'not-a-url' };
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return { problem: 'scheme' };
  if (base.protocol === 'http:' && !isLoopback(base.hostname) && !isPrivate(base.hostname))
    return { problem: 'insecure' };
  if (base.username || base.password) return { problem: 'credentials' };
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { base };
}
