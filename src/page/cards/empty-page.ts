/** Answers may be late: for so long an adapter may find or read nothing, ms. Found items then show within three seconds. */
export const patienceMs = 2000;

/** Time without a card after which a page that should have cards counts as empty, ms. */
const confirmedAfterMs = 10_000;

export interface EmptyPage {
  /** The page's path; `undefined` while no page is empty. */
  path: string | undefined;
  /** ms on the page's monotonic clock. */
  since: number;
}

/** Notes the outcome of a scan. `path` is the path of a page that should have cards and has none. */
export function trackEmptyPage(emptyPage: EmptyPage, path: string | undefined): void {
  if (path === emptyPage.path) return;
  emptyPage.path = path;
  emptyPage.since = performance.now();
}

/** Whether the page at `path` has had no cards for 10 s. */
export const isConfirmedEmpty = (emptyPage: EmptyPage, path: string): boolean =>
  path === emptyPage.path && performance.now() - emptyPage.since >= confirmedAfterMs;
