/** Parts of a query that say who sent somebody and nothing of where to. */
const tags =
  /^(utm_\w+|ref|r?ref_?(code|id)|referr?(al|er)|aff|aff_?id|affiliate(_?id)?|partner(_?id)?|invite|promo(_?code)?|gclid|fbclid)$/i;

/**
 * An address without what would pay somebody for the visit; the user goes there for himself. By its text, so that the
 * rest of it stays as it was written.
 */
export function plainLink(link: string): string {
  const [, place, query, rest = ''] = /^([^?#]*)\?([^#]*)(.*)$/.exec(link) ?? [];
  if (query === undefined) return link;
  const kept = query.split('&').filter((part) => !tags.test(part.replace(/=.*/, '')));
  return `${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}${rest}`;
}
