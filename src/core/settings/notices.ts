import type { Reading } from '#core/site.ts';

/** What a notice switches off: listings, what the adapter reads, sums of what is attached, or all. */
export const noticeParts = ['listing', 'adapter', 'attached', 'site'] as const;

export type NoticePart = (typeof noticeParts)[number];

/** A notice that holds for this version, as pages of its site and the popup know it. */
export interface SiteNotice {
  /** The beginning of the paths that it is about; absent: every page of the site. */
  readonly page?: string | undefined;
  readonly off: NoticePart;
  /** An https address; absent where the relay's owner says so. */
  readonly issue?: string | undefined;
  /** In the browser's language, or as the relay's owner wrote it. */
  readonly why: string;
}

export const noticesAt = (notices: readonly SiteNotice[] = [], path = ''): readonly SiteNotice[] =>
  notices.filter(({ page = '' }) => path.startsWith(page));

export const isOff = (notices: readonly SiteNotice[], ...parts: readonly (NoticePart | undefined)[]): boolean =>
  notices.some(({ off }) => parts.includes(off));

/** What may be drawn of a reading, where its site and its adapter are on. It has nothing that the reading lacks. */
export const leftOf = (reading: Reading, notices: readonly SiteNotice[]): Reading => ({
  ...reading,
  ...(isOff(notices, 'listing') && { listing: undefined, printed: undefined }),
  ...(isOff(notices, 'attached') && { attached: undefined }),
});
