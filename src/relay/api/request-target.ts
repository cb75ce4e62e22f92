/** Path and query of an absolute http URL, or a target that begins with a slash, unchanged. Any other text has no path: `/`. */
export const targetOfUrl = (url: string): string => {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (origin === undefined) return '/';
  return url[origin.length] === '/' ? url.slice(origin.length) : `/${url.slice(origin.length)}`;
};

/**
 * Splits a request target without decoding it: routing and query reading both use this result, so they cannot disagree.
 * A path matches a route in its plain form only. A target with a fragment has no query and matches none. The query has its
 * question mark, or is ''.
 */
export function splitTarget(target: string) {
  const question = target.indexOf('?');
  if (question < 0 || target.includes('#')) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question) };
}
