export interface RequestTarget {
  readonly path: string;
  /** The query string with its question mark, or ''. */
  readonly search: string;
}

/** Path and query of an absolute URL, unchanged. */
export const targetOfUrl = (url: string): string => {
  if (url.startsWith('/')) return url;
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  return slash < 0 ? '/' : url.slice(slash);
};

/**
 * Splits a request target without decoding it: routing and query reading both use this result, so they cannot disagree.
 * A path matches a route in its plain form only. A target with a fragment has no query and matches none.
 */
export function splitTarget(target: string): RequestTarget {
  const question = target.indexOf('?');
  if (question < 0 || target.includes('#')) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question) };
}
