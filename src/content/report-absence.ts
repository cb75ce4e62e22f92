import type { Page } from '#core/site.ts';

/** How long a page that should have cards may show none, ms. */
const patienceMs = 10_000;

/** Notices a page of a kind that has cards, and on which none is found for 10 s. */
export class Absence {
  /** The path of the page that is being waited for, and since when, ms. */
  #path: string | undefined;
  #since = 0;

  /** Call it after each look at the page: its path, the kinds of pages that have cards, and how many it has. */
  see(path: string, pages: readonly Pick<Page, 'path'>[], cards: number): void {
    const awaited = cards === 0 && pages.some((page) => page.path.test(path)) ? path : undefined;
    if (awaited === this.#path) return;
    this.#path = awaited;
    this.#since = performance.now();
  }

  /** Whether the page of this path has had no cards for 10 s. */
  isLong = (path: string): boolean => path === this.#path && performance.now() - this.#since >= patienceMs;
}
