import type { Page } from 'puppeteer-core';

/** Changes that marketplaces make to their pages. Each runs inside the page and keeps `data-expect` true. */

/** Appends deep copies of the readable cards with their overlays, as infinite scrolling does that clones rows. */
export const appendCopies = (page: Page, count: number): Promise<void> =>
  page.evaluate((count) => {
    const cards = [...document.querySelectorAll('[data-expect]:not([data-expect="none"])')];
    for (let at = 0; at < count; at++) {
      const card = cards[at % cards.length];
      card?.parentElement?.append(card.cloneNode(true));
    }
  }, count);

/** Appends a card and returns how many overlays it has in the first frame that the browser paints with it. */
export const appendCard = (page: Page, card: string): Promise<number> =>
  page.evaluate(async (card) => {
    // What is under way on the page ends with its frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const place = document.createElement('div');
    place.append(document.createRange().createContextualFragment(card));
    document.querySelector('main')?.append(place);
    // Mutation observers run now. What they put off until the frame runs before what is put off here.
    await Promise.resolve();
    await new Promise(requestAnimationFrame);
    return place.querySelectorAll('skinlens-prices').length;
  }, card);
