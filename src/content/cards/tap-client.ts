import type { Row, Site } from '#core/site.ts';
import { pageEvents, parseAnswerEvent, parseRows, parseStateEvent } from '#protocol/page-events.ts';

/** The content script's end of the tap. */
export interface TapEnd {
  /** Asks for the framework's state anew; the rows come at once, and again later where they changed. */
  readonly readState: () => void;
  /** How many answers came that the adapter could not read. */
  readonly unread: () => number;
}

/** When state is asked for again, ms: a framework that takes over a finished page changes nothing that can be seen. */
const settling = [250, 1_000, 3_000, 8_000];

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
  let unread = 0;
  const { tap, feeds = [] } = site;
  const tell = (name: string) => document.dispatchEvent(new CustomEvent(name));
  const hear = (name: string, take: (detail: string) => void) =>
    document.addEventListener(name, (event) => take(detailOf(event)), { signal });
  if (!tap) return { readState: () => undefined, unread: () => 0 };
  hear(pageEvents.answer, (detail) => {
    const rows = readFeeds(feeds, detail);
    if (rows) learn(rows);
    else unread++;
  });
  hear(
    pageEvents.state,
    ifNew((detail) => learn(parseStateEvent(detail))),
  );
  signal.addEventListener('abort', () => tell(pageEvents.stop));
  tell(pageEvents.listen);
  const ask = () => tell(pageEvents.requestState);
  return { readState: tap.state ? repeatedly(ask, signal) : () => undefined, unread: () => unread };
}

/** Tells a tap that nobody listens for now, for the site is switched off: it keeps little of what the page fetches. */
export const restTap = (document: Document): void => void document.dispatchEvent(new CustomEvent(pageEvents.pause));

/** What passes between worlds in both browsers; anything else is nobody's. */
function detailOf(event: Event): string {
  const detail: unknown = 'detail' in event ? event.detail : undefined;
  return typeof detail === 'string' ? detail : '';
}

/** The rows of an answer by the feed that its address belongs to; none where that feed cannot read it. */
function readFeeds(feeds: NonNullable<Site['feeds']>, detail: string): readonly Row[] | undefined {
  const answer = parseAnswerEvent(detail);
  try {
    return feeds
      .filter(({ url }) => answer && url.test(answer.url))
      .flatMap(({ read }) => parseRows(read(answer?.body)));
  } catch {
    return undefined;
  }
}

function ifNew(take: (detail: string) => void): (detail: string) => void {
  let last = '';
  return (detail) => {
    if (detail === last) return;
    last = detail;
    take(detail);
  };
}

/** Does a thing at once and then at each time of `settling`; a new call starts over. */
function repeatedly(work: () => void, signal: AbortSignal): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  signal.addEventListener('abort', clear);
  return () => {
    clear();
    work();
    timers = settling.map((ms) => setTimeout(work, ms));
  };
}
