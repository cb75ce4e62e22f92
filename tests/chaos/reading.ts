import type { Page } from 'puppeteer-core';

/** One market's row of an overlay, as it stands in the page. */
export interface SeenRow {
  readonly market: string;
  /** USD cents, decimal; `null` where the market has no price. */
  readonly cents: string | null;
  readonly diff: string | null;
  /** The price in words. */
  readonly text: string;
}

/** One overlay. */
export interface SeenHost {
  readonly item: string | null;
  readonly phase: string | null;
  readonly state: string | null;
  readonly listing: string | null;
  readonly currency: string | null;
  readonly rows: readonly SeenRow[];
  /** What a screen reader says of it: the age of its prices as well. */
  readonly spoken: string;
}

export interface SeenCard {
  /** `data-expect` of the fixture. */
  readonly expect: string;
  readonly hosts: readonly SeenHost[];
}

/** A page at one moment. */
export interface SeenPage {
  readonly cards: readonly SeenCard[];
  /** Overlays outside of any card. */
  readonly strays: number;
  /** Copies of our element that the page made; they show nothing. */
  readonly copies: number;
  readonly visible: boolean;
  /** What `watchFrames` saw painted. */
  readonly painted: readonly string[];
}

declare global {
  interface Window {
    /** What was wrong in frames that were painted. */
    paintedWrong?: string[];
  }
}

/**
 * Looks at every frame that is about to be painted for a card with two overlays or another item's. Runs in the page,
 * before all else. An element that changes its size in each frame has its observer called after everybody's animation
 * frames: what stands then is painted.
 */
export const watchFrames = (): void => {
  const wrong: string[] = [];
  window.paintedWrong = wrong;
  const clockwork = document.createElement('div');
  clockwork.style.cssText = 'position: fixed; visibility: hidden; height: 1px; width: 1px';
  requestAnimationFrame(tick);
  new ResizeObserver(look).observe(clockwork);

  function tick(): void {
    if (!clockwork.isConnected) document.documentElement?.append(clockwork);
    clockwork.style.width = clockwork.style.width === '1px' ? '2px' : '1px';
    requestAnimationFrame(tick);
  }

  function look(): void {
    for (const card of document.querySelectorAll('[data-expect]')) {
      const hosts = [...card.querySelectorAll('skinlens-prices')].filter(({ shadowRoot }) => shadowRoot);
      const items = hosts.map((host) => host.getAttribute('data-item'));
      const expected = card.getAttribute('data-expect') ?? '';
      const right = expected === 'none' ? undefined : JSON.parse(expected).item;
      if (items.length > 1 || items.some((item) => item !== right))
        wrong.push(`painted: the card of ${right} shows ${items.join(' and ')}`);
    }
    wrong.splice(10);
  }
};

/** Reads all cards of a page and all that is ours in it; an element of ours without a shadow is the page's copy. */
export const readPage = (page: Page): Promise<SeenPage> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('skinlens-prices')];
    const hosts = all.filter(({ shadowRoot }) => shadowRoot);
    return {
      cards: Array.from(document.querySelectorAll('[data-expect]'), (card) => ({
        expect: card.getAttribute('data-expect') ?? '',
        hosts: hosts.filter((host) => card.contains(host)).map(readHost),
      })),
      strays: hosts.filter((host) => !host.closest('[data-expect]')).length,
      copies: all.length - hosts.length,
      visible: document.visibilityState === 'visible',
      painted: window.paintedWrong ?? [],
    };

    function readHost(host: Element) {
      return {
        item: host.getAttribute('data-item'),
        phase: host.getAttribute('data-phase'),
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
  });
