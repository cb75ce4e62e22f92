import { type Guarded, isFiniteNumber, isObjectOf, isString, oneOf, optional } from '#core/asks/guards.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { coversHost } from '#core/settings/hostnames.ts';
import { type NoticePart, noticeParts, type SiteNotice } from '#core/settings/notices.ts';
import { customSiteId } from '#core/settings/site-switch.ts';
import { isOlder, isVersion } from '#protocol/relay-headers.ts';

/** Largest body of `/api/notices` as it is published: `{ signed, signature }`. A relay may add `own`. */
export const maxNoticesBytes = 16 * 1024;

export const isSigned = isObjectOf<{ signed: string; signature: string }>({ signed: isString, signature: isString });

/** Most rows of one relay's own. */
export const maxOwnNotices = 20;

const languages = ['en', 'de', 'ru', 'pt', 'zh'] as const;

const isText =
  (maxLength: number, form = /^/) =>
  (value: unknown): value is string =>
    isString(value) && value !== '' && value.length <= maxLength && form.test(value);
const isWhy = isText(300);

export const isIssue = (value: unknown): value is string =>
  isText(300)(value) && URL.parse(value)?.protocol === 'https:';

export const isNotice = isObjectOf({
  site: isText(100),
  page: optional(isText(200, /^\//)),
  off: oneOf<NoticePart>(...noticeParts),
  /** The first version of the extension for which the notice does not hold. */
  until: isVersion,
  issue: isIssue,
  why: isObjectOf({ en: isWhy, de: isWhy, ru: isWhy, pt: isWhy, zh: isWhy }),
});

/** What a relay's owner has switched off for all who use it. Nobody signs it: a relay can hold back all prices anyway. */
export type OwnNotice = Guarded<typeof isOwnNotice>;

export const isOwnNotice = isObjectOf({
  /** A host without `www.`. */
  site: isText(100, /^[a-z0-9.-]+$/),
  off: oneOf<NoticePart>(...noticeParts),
  why: isWhy,
});

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What the signed text tells. */
export type Notices = Guarded<typeof isNotices>;

export const isNotices = isObjectOf({
  /** When they were signed, ms since 1970. */
  issued: isFiniteNumber,
  latest: optional(isVersion),
  /** Each is a notice, or is left out. */
  rows: isList,
  /** The relay's own, which nobody has signed. */
  own: optional(isList),
});

/** How they are signed. Keys are in base64: the public one as SPKI, the private one as PKCS #8. */
export const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

const isWithOwn = isObjectOf({ own: isList });

export const ownNotices = (body: unknown): readonly OwnNotice[] =>
  isWithOwn(body) ? body.own.slice(0, maxOwnNotices).filter(isOwnNotice) : [];

/** What a body tells; `undefined` unless `key` has signed it. Never rejects. */
export async function readNotices(body: unknown, key: string): Promise<Notices | undefined> {
  if (!isSigned(body) || body.signed.length > maxNoticesBytes) return undefined;
  try {
    const known = await crypto.subtle.importKey('spki', bytesOf(key), signing, false, ['verify']);
    const text = new TextEncoder().encode(body.signed);
    if (!(await crypto.subtle.verify(signing, known, bytesOf(body.signature), text))) return undefined;
  } catch {
    return undefined;
  }
  const told = parseJson(body.signed);
  return isNotices(told) ? told : undefined;
}

/** An owner names a site by its host. */
export function noticesBySite(
  { rows, own = [] }: Pick<Notices, 'rows' | 'own'>,
  version: string,
  language: string,
  sites: readonly { readonly id: string; readonly matches: readonly string[] }[],
): Readonly<Record<string, readonly SiteNotice[]>> {
  const spoken = languages.find((each) => language.startsWith(each)) ?? 'en';
  const held = rows.filter(isNotice).filter(({ until }) => isOlder(version, until));
  const told = held.map(({ why, ...rest }) => ({ ...rest, why: why[spoken] }));
  const idAt = (host: string) => sites.find(({ matches }) => coversHost(matches, host))?.id ?? customSiteId(host);
  const named = own.filter(isOwnNotice).map(({ site, off, why }) => ({ site: idAt(site), off, why }));
  const bySite = Map.groupBy<string, SiteNotice & OwnNotice>([...told, ...named], ({ site }) => site);
  return Object.fromEntries(
    [...bySite].map(([site, of]) => [site, of.map(({ page, off, issue, why }) => ({ page, off, issue, why }))]),
  );
}
