/** How long a page that should have cards may show none, ms. */
const patienceMs = 10_000;

/** A page of a kind that has cards, and on which none is found. */
export interface Absence {
  /** The path of the page that is being waited for; `undefined`: none is. */
  path: string | undefined;
  /** Since when, ms on the page's clock. */
  since: number;
}

/** Call it after each look at the page: its path, where it should have cards and has none. */
export function seeAbsence(absence: Absence, path: string | undefined): void {
  if (path === absence.path) return;
  absence.path = path;
  absence.since = performance.now();
}

/** Whether the page of this path has had no cards for 10 s. */
export const isLong = ({ path, since }: Absence, at: string): boolean =>
  path === at && performance.now() - since >= patienceMs;
