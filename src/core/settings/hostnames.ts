/** Whole host name of a site: lower case, with a dot, without port and without the dot of the root. */
const hostname = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a text is a host name as `URL.hostname` gives it for a site of the internet, in ASCII. */
export const isHostname = (text: string): boolean => hostname.test(text);

/** The match pattern of one https origin. Patterns have no port: Firefox ignores it. */
export const originPattern = (host: string): string => `https://${host}/*`;

/** The host name of an https address that can be allowed alone; `undefined` for any other address. */
export function hostnameOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && isHostname(url.hostname) ? url.hostname : undefined;
}

/** Whether one of the patterns covers a host. Patterns are those of adapters: `https://a.example/*`, `https://*.a.example/*`. */
export const coversHost = (patterns: readonly string[], host: string): boolean =>
  patterns.some((pattern) => {
    const named = pattern.replace(/^https:\/\//, '').replace(/\/\*$/, '');
    if (!named.startsWith('*.')) return host === named;
    const bare = named.slice(2);
    return host === bare || host.endsWith(`.${bare}`);
  });
