import type { Page } from 'puppeteer-core';

/** The token in the extension's settings, which no page may see. */
export const relayToken = 'a-token-that-no-page-may-see';

/** One market's row of an overlay in the page. */
export interface RowSnapshot {
  readonly market: string;
  /** USD cents, decimal; `null` where the market has no price. */
  readonly cents: string | null;
  readonly diff: string | null;
  readonly text: string;
}

export interface OverlaySnapshot {
  readonly item: string | null;
  readonly phase: string | null;
  /** `name`: the finder read the item's name; else `adapter`. */
  readonly source: string | null;
  readonly state: string | null;
  readonly listing: string | null;
  readonly currency: string | null;
  readonly rows: readonly RowSnapshot[];
  readonly spoken: string;
}

export interface CardSnapshot {
  /** `data-expect` of the fixture. */
  readonly expect: string;
  readonly overlays: readonly OverlaySnapshot[];
}

export interface PageSnapshot {
  readonly cards: readonly CardSnapshot[];
  readonly strays: number;
  /** Copies of our element that the page made, without a shadow root. */
  readonly copies: number;
  readonly visible: boolean;
  /** Failures that `watchFrames` found. */
  readonly painted: readonly string[];
  readonly hasToken: boolean;
}

declare global {
  interface Window {
    paintFailures?: string[];
    /** The sample's card to which one of our elements belongs; `undefined` for a stray. */
    cardOfOverlay?: (host: Element) => Element | undefined;
  }
}

/**
 * Checks every frame before it is painted: no card has two overlays or the overlay of another item. Runs in the page as
 * its first script, and defines `cardOfOverlay`. A `ResizeObserver` on an element that changes its size in each frame runs after all animation frame
 * callbacks, so it sees the DOM that is painted.
 */
export const watchFrames = (): void => {
  const failures: string[] = [];
  window.paintFailures = failures;
  window.cardOfOverlay = cardOfOverlay;
  const resized = document.createElement('div');
  resized.style.cssText = 'position: fixed; visibility: hidden; height: 1px; width: 1px';
  requestAnimationFrame(tick);
  new ResizeObserver(checkFrame).observe(resized);

  function tick(): void {
    if (!resized.isConnected) document.documentElement?.append(resized);
    resized.style.width = resized.style.width === '1px' ? '2px' : '1px';
    requestAnimationFrame(tick);
  }

  function checkFrame(): void {
    const shown = new Map<Element, (string | null)[]>();
    for (const host of document.querySelectorAll('skinlens-prices')) {
      const card = host.shadowRoot ? cardOfOverlay(host) : undefined;
      // `checkPage` judges the finder's items in cards that the adapter cannot read.
      const isFound = card?.getAttribute('data-expect') === 'none' && host.getAttribute('data-source') === 'name';
      if (card && !isFound) shown.set(card, [...(shown.get(card) ?? []), host.getAttribute('data-item')]);
    }
    for (const [card, items] of shown) {
      const expected = card.getAttribute('data-expect') ?? '';
      const right = expected === 'none' ? undefined : JSON.parse(expected).item;
      if (items.length > 1 || items.some((item) => item !== right))
        failures.push(`painted: the card of ${right} shows ${items.join(' and ')}`);
    }
    failures.splice(10);
  }

  /** Items that are found by their names have the largest element around a name as their card, such as a link around it. */
  function cardOfOverlay(host: Element): Element | undefined {
    const own = host.closest('[data-expect]');
    if (own) return own;
    let around = host.parentElement;
    while (around && !around.querySelector('[data-expect]')) around = around.parentElement;
    const cards = around?.querySelectorAll('[data-expect]') ?? [];
    return cards.length === 1 ? cards[0] : undefined;
  }
};

export const readPage = (page: Page): Promise<PageSnapshot> =>
  page.evaluate((token) => {
    const all = [...document.querySelectorAll('skinlens-prices')];
    const hosts = all.filter(({ shadowRoot }) => shadowRoot);
    // A tab whose page was loaded before `watchFrames` has only the plain rule.
    const cardOfOverlay = window.cardOfOverlay ?? ((host: Element) => host.closest('[data-expect]') ?? undefined);
    const cardOf = new Map(hosts.map((host) => [host, cardOfOverlay(host)]));
    const said = [document.documentElement.outerHTML, ...hosts.map(({ shadowRoot }) => shadowRoot?.innerHTML)];
    return {
      cards: Array.from(document.querySelectorAll('[data-expect]'), (card) => ({
        expect: card.getAttribute('data-expect') ?? '',
        overlays: hosts.filter((host) => cardOf.get(host) === card).map(readOverlay),
      })),
      strays: hosts.filter((host) => cardOf.get(host) === undefined).length,
      copies: all.length - hosts.length,
      visible: document.visibilityState === 'visible',
      painted: window.paintFailures ?? [],
      hasToken: [...said, JSON.stringify({ ...localStorage })].join().includes(token),
    };

    function readOverlay(host: Element) {
      return {
        item: host.getAttribute('data-item'),
        phase: host.getAttribute('data-phase'),
        source: host.getAttribute('data-source'),
        state: host.getAttribute('data-state'),
        listing: host.getAttribute('data-listing'),
        currency: host.getAttribute('data-currency'),
        rows: Array.from(host.shadowRoot?.querySelectorAll('[data-market]') ?? [], (row) => ({
          market: row.getAttribute('data-market') ?? '',
          cents: row.getAttribute('data-cents'),
          diff: row.getAttribute('data-diff'),
          text: row.querySelector('.price')?.textContent ?? '',
        })),
        spoken: host.shadowRoot?.querySelector('.spoken')?.textContent ?? '',
      };
    }
  }, relayToken);
