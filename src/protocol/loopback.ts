const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3})$/i;

/** Whether a host that a server listens on is loopback. An IPv6 address has no brackets. */
export const isLoopbackHost = (host: string): boolean => host === '::1' || loopbackName.test(host);

export const isLoopbackAddress = (address: string): boolean => isLoopbackHost(address.replace(/^::ffff:/i, ''));

/** Whether a `Host` header names loopback. An IPv6 address has brackets; the port is optional. */
export function isLoopbackAuthority(authority: string): boolean {
  const [, ipv6, name = ''] = /^(?:\[(.*)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(authority) ?? [];
  return ipv6 === undefined ? loopbackName.test(name) : ipv6 === '::1';
}

/** The host of an address. An IPv6 address has no brackets. */
export const hostWithoutBrackets = (url: string | URL): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Whether two addresses lead to one server; the names of loopback are one. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const [hostA, hostB] = [hostWithoutBrackets(a), hostWithoutBrackets(b)];
  const isSameHost = hostA === hostB || (isLoopbackHost(hostA) && isLoopbackHost(hostB));
  return isSameHost && a.protocol === b.protocol && a.port === b.port;
}

export function localAuthority(host: string): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return reached.includes(':') ? `[${reached}]` : reached;
}
