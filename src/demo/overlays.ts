import type { Page } from 'puppeteer-core';
import { until } from '#demo/driver-contract.ts';

export type ShownOverlay = Awaited<ReturnType<typeof readOverlays>>[number];
export type ShownPrice = ShownOverlay['prices'][number];

export const readOverlays = (page: Page) =>
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
        /** Difference of the listing in per cent; `null` where the overlay shows none. */
        diff: price.getAttribute('data-diff'),
      })).filter(({ cents }) => Number.isInteger(cents)),
    })),
  );

export const isPriced = ({ prices }: ShownOverlay): boolean => prices.length > 0;

/** Polls until two in a row read the same. After `limitMs` it returns the current overlays, with prices or without. */
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
    { limitMs, pauseMs: 100 },
  );
  return settled.catch(() => readOverlays(page));
}
