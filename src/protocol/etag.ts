/** The opaque tag of an entity tag, quotes included, without the `W/` of a weak one. */
const opaqueTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/**
 * Whether an `If-None-Match` value names an entity tag (RFC 9110, 13.1.2: weak comparison, lists, `*`).
 * A missing or unreadable value matches nothing.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const wanted = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(opaqueTag)].some((match) => match[1] === wanted);
}
