import type { Page } from 'puppeteer-core';
import type { SamplePage } from '#demo/sample-pages.ts';
import type { SampleServer } from '#demo/serve-samples.ts';

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

/**
 * Lets each readable card show the next one's item. Elements, and nodes that fit, stay in place, as in a framework that
 * recycles its rows.
 */
export const recycleCards = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('[data-expect]:not([data-expect="none"])')];
    const models = cards.map((card) => withoutOverlay(card.cloneNode(true)));
    cards.forEach((card, at) => {
      const model = models[(at + 1) % models.length];
      if (model) morph(card, model);
    });

    function withoutOverlay(copy: Node): Node {
      if (copy instanceof Element) copy.querySelector('skinlens-prices')?.remove();
      return copy;
    }

    function morph(node: Node, model: Node): void {
      if (node instanceof Element && model instanceof Element) {
        for (const name of node.getAttributeNames()) if (!model.hasAttribute(name)) node.removeAttribute(name);
        for (const { name, value } of model.attributes) if (name !== 'id') node.setAttribute(name, value);
      }
      const children = [...node.childNodes].filter((child) => child.nodeName !== 'SKINLENS-PRICES');
      const wanted = [...model.childNodes];
      const fits = children.length === wanted.length && children.every((child, at) => isLike(child, wanted[at]));
      if (!(node instanceof Element)) node.nodeValue = model.nodeValue;
      else if (!fits) node.replaceChildren(...wanted.map((child) => child.cloneNode(true)));
      for (const [at, child] of fits ? wanted.entries() : []) morph(children[at] ?? child, child);
    }

    function isLike(child: Node, wanted: Node | undefined): boolean {
      return child.nodeName === wanted?.nodeName;
    }
  });

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

/** Changes the route to another page of the same site: new history entry, new content, new responses, no navigation. */
export function changeRoute(page: Page, server: SampleServer, sample: SamplePage): Promise<void> {
  server.serveAnswersOf(sample);
  return page.evaluate(
    (url, html) => {
      history.pushState({}, '', url);
      document.body.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
      for (const { dataset } of document.querySelectorAll<HTMLElement>('script[data-feed]'))
        void fetch(dataset['feed'] ?? '');
    },
    sample.url,
    sample.html,
  );
}

export const removeOverlays = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const hosts = [...document.querySelectorAll('skinlens-prices')];
    for (const host of hosts) host.remove();
    return hosts.length;
  });
