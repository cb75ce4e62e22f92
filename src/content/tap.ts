import type { Row, Site } from '#core/site.ts';
import { pageEvents, readAnswer, readRows, readState } from '#protocol/page-events.ts';

/** The content script's end of the tap. */
export interface TapEnd {
  /** Asks for the framework's state anew; the rows come later. */
  readonly readState: () => void;
}

/**
 * Listens to the tap of a site until the signal, and tells it to stop then. Whatever the page sends in its name is
 * parsed and bounded; a body that the adapter cannot read is counted and brings no rows.
 */
export function listenToTap(
  site: Site,
  document: Document,
  learn: (rows: readonly Row[]) => void,
  signal: AbortSignal,
): TapEnd {
  const tell = (name: string) => document.dispatchEvent(new CustomEvent(name));
  const hear = (name: string, read: (detail: unknown) => readonly Row[]) =>
    document.addEventListener(name, (event) => learn(read('detail' in event ? event.detail : undefined)), { signal });
  if (!site.tap) return { readState: () => undefined };
  hear(pageEvents.answer, (detail) => readFeeds(site, detail));
  hear(pageEvents.state, readState);
  signal.addEventListener('abort', () => tell(pageEvents.stop));
  tell(pageEvents.listen);
  return { readState: () => site.tap?.state && tell(pageEvents.readState) };
}

/** The rows of an answer by the feed that its address belongs to. */
function readFeeds({ feeds = [] }: Site, detail: unknown): readonly Row[] {
  const answer = readAnswer(detail);
  if (!answer) return [];
  return feeds
    .filter(({ url }) => url.test(answer.url))
    .flatMap(({ read }) => {
      try {
        return readRows(read(answer.body));
      } catch {
        return [];
      }
    });
}
