export const defaultRelayUrl = 'http://localhost:8787';

/** What is wrong with a relay address as typed; `undefined` when it can be used. */
export type AddressProblem = 'not-a-url' | 'scheme' | 'credentials';

/** Whether a token can travel in a header, which carries visible ASCII only (RFC 6750, 2.1). */
export function isToken(token: string): boolean {
  return /^[!-~]*$/.test(token);
}

/** Judges a relay address: http or https, no user name in it. */
export function relayAddress(typed: string): { base: URL } | { problem: AddressProblem } {
  const base = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!base) return { problem: 'not-a-url' };
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return { problem: 'scheme' };
  if (base.username || base.password) return { problem: 'credentials' };
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { base };
}
