import type { Page } from 'puppeteer-core';
import { until } from '#demo/until.ts';

/** What one market asks, as an overlay shows it. */
export interface ShownPrice {
  readonly market: string;
  /** USD cents. */
  readonly cents: number;
  /** Per cent by which the listing differs; `null` where no difference is honest. */
  readonly diff: string | null;
}

/** One overlay as any program may read it: the attributes of its host, and the elements of its open shadow root. */
export interface ShownOverlay {
  readonly item: string | null;
  readonly phase: string | null;
  readonly state: string | null;
  /** Decimal string. */
  readonly listing: string | null;
  readonly currency: string | null;
  readonly prices: readonly ShownPrice[];
}

/** Reads every overlay of a page, in the order of the document. */
export const readOverlays = (page: Page): Promise<ShownOverlay[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('skinlens-prices'), (host) => ({
      item: host.getAttribute('data-item'),
      phase: host.getAttribute('data-phase'),
      state: host.getAttribute('data-state'),
      listing: host.getAttribute('data-listing'),
      currency: host.getAttribute('data-currency'),
      prices: Array.from(host.shadowRoot?.querySelectorAll('[data-market]') ?? [], (price) => ({
        market: price.getAttribute('data-market') ?? '',
        cents: Number(price.getAttribute('data-cents') ?? Number.NaN),
        diff: price.getAttribute('data-diff'),
      })).filter(({ cents }) => Number.isInteger(cents)),
    })),
  );

/** Whether an overlay shows a number. */
export const isPriced = ({ prices }: ShownOverlay): boolean => prices.length > 0;

/**
 * Waits until prices are there and two looks in a row saw the same, then answers them.
 * After `limitMs` it answers what there is, priced or not.
 */
export async function settledOverlays(page: Page, limitMs: number): Promise<ShownOverlay[]> {
  let before = '';
  const settled = until(
    'prices',
    async () => {
      const overlays = await readOverlays(page);
      const now = JSON.stringify(overlays);
      const same = now === before;
      before = now;
      return same && overlays.some(isPriced) ? overlays : undefined;
    },
    { limitMs, pauseMs: 300 },
  );
  return settled.catch(() => readOverlays(page));
}
