import type { Page } from 'puppeteer-core';
import type { SamplePage } from '#demo/sample-pages.ts';
import type { OpenSample } from './browser.ts';

/** What marketplaces do to their pages; each runs inside the page and keeps `data-expect` true. */

/** Appends deep copies of the readable cards, our overlays in them and all, as an infinite scroll that clones rows. */
export const appendCopies = (page: Page, count: number): Promise<void> =>
  page.evaluate((count) => {
    const cards = [...document.querySelectorAll('[data-expect]:not([data-expect="none"])')];
    for (let at = 0; at < count; at++) {
      const card = cards[at % cards.length];
      card?.parentElement?.append(card.cloneNode(true));
    }
  }, count);

/**
 * Lets each readable card show what the next one shows, keeping its element, and every node that fits, in place:
 * what a framework does that recycles its rows.
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

/**
 * The page fetches an answer and adds its cards half a second later; answers in how many of them an overlay stands before
 * the browser could paint them.
 */
export const addFetched = (page: Page, url: string, cards: string): Promise<number> =>
  page.evaluate(
    async (url, cards) => {
      await (await fetch(url)).text();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const added = document.createElement('div');
      added.append(document.createRange().createContextualFragment(cards));
      document.querySelector('main')?.append(added);
      // Whoever observes the page has its turn now.
      await Promise.resolve();
      return added.querySelectorAll('skinlens-prices').length;
    },
    url,
    cards,
  );

/** Goes to another page of the same site without loading it: new history entry, new content, new answers. */
export function changeRoute({ page, stage }: OpenSample, sample: SamplePage): Promise<void> {
  stage.enter(sample);
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

/** Takes every overlay out of the page, as another extension might; answers how many there were. */
export const removeOverlays = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const hosts = [...document.querySelectorAll('skinlens-prices')];
    for (const host of hosts) host.remove();
    return hosts.length;
  });

/** Counts overlays that are put into the page from now on; read with `placed`. */
export const countPlaced = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let count = 0;
    new MutationObserver((records) => {
      const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
      count += nodes.filter(({ nodeName }) => nodeName === 'SKINLENS-PRICES').length;
      document.documentElement.setAttribute('data-placed', String(count));
    }).observe(document, { childList: true, subtree: true });
  });

export const placed = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.getAttribute('data-placed')));

/**
 * Looks at every frame that is about to be painted and notes each card with two overlays, or with another item's;
 * read with `seenWrong`.
 */
export const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.setAttribute('data-frames', '0');
    root.setAttribute('data-wrong', '');
    requestAnimationFrame(look);

    function look(): void {
      for (const card of document.querySelectorAll('[data-expect]')) {
        const items = Array.from(card.querySelectorAll('skinlens-prices'), (host) => host.getAttribute('data-item'));
        const expected = card.getAttribute('data-expect') ?? '';
        const right = expected === 'none' ? undefined : JSON.parse(expected).item;
        if (items.length > 1 || items.some((item) => item !== right))
          root.setAttribute('data-wrong', `${root.getAttribute('data-wrong')} ${right} shows ${items.join(' and ')};`);
      }
      root.setAttribute('data-frames', String(Number(root.getAttribute('data-frames')) + 1));
      requestAnimationFrame(look);
    }
  });

/** What `watchFrames` noted, and how many frames it looked at. */
export const seenWrong = (page: Page): Promise<{ wrong: string; frames: number }> =>
  page.evaluate(() => ({
    wrong: document.documentElement.getAttribute('data-wrong') ?? '',
    frames: Number(document.documentElement.getAttribute('data-frames')),
  }));
