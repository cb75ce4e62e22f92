import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { openPanel } from '../comparison-panel.ts';
import { screenshotWindow } from '../screenshots.ts';
import { useWorld } from '../world.ts';

interface Offer {
  /** USD cents of the block's row. */
  readonly shown: readonly (number | null)[];
  /** The same by the overlays of the items. */
  readonly expected: readonly number[];
  readonly head: string;
  readonly isAbove: boolean;
}

/** What the block says of BUFF163, and what the overlays of both halves say; `undefined` without a block. */
const readOffer = (page: Page): Promise<Offer | undefined> =>
  page.evaluate(() => {
    const block = document.querySelector('skinlens-offer');
    const row = block?.shadowRoot?.querySelector<HTMLElement>('[data-market="buff163"]');
    if (!block || !row) return undefined;
    const sumOf = (half: string) =>
      [...document.querySelectorAll(`${half} skinlens-prices`)].reduce((sum, host) => {
        const price = host.shadowRoot?.querySelector('[data-market="buff163"]');
        return sum + Number(price?.getAttribute('data-cents'));
      }, 0);
    const [give, get] = [sumOf('#trade_yours'), sumOf('#trade_theirs')];
    const { give: given, get: got, difference } = row.dataset;
    return {
      shown: [given, got, difference].map((cents) => (cents === undefined ? null : Number(cents))),
      expected: [give, get, get - give],
      head: block.shadowRoot?.querySelector('thead')?.textContent ?? '',
      isAbove: block.nextElementSibling?.id === 'trade_yours',
    };
  });

/** Waits until the block agrees with the overlays, and returns it. */
const settledOffer = (page: Page): Promise<Offer> =>
  until('sums that agree with the overlays', async () => {
    const offer = await readOffer(page);
    return offer && JSON.stringify(offer.shown) === JSON.stringify(offer.expected) ? offer : undefined;
  });

describe('a trade offer', () => {
  const world = useWorld();

  test('and its overlays and comparison are written from left to right on a page from right to left', async () => {
    const { page } = await world().open('steam', 'trade offer');
    await settledOffer(page);
    await page.evaluate(() => {
      document.dir = 'rtl';
    });
    await openPanel(page);
    await screenshotWindow(page, 'right-to-left');
    const directions = await page.evaluate(() =>
      ['skinlens-offer', 'skinlens-prices', 'skinlens-panel'].map((host) => {
        const price = document.querySelector(host)?.shadowRoot?.querySelector('[data-market="buff163"]');
        return price && getComputedStyle(price).direction;
      }),
    );
    expect(directions).toEqual(['ltr', 'ltr', 'ltr']);
  });

  test('has the sums of both sides above it, follows its changes, and leaves nothing behind', async () => {
    const { page } = await world().open('steam', 'trade offer');
    const first = await settledOffer(page);
    expect(first.isAbove).toBe(true);
    expect(first.head).toBe('You give (1)You get (2)Difference');
    expect(first.expected[0]).toBeGreaterThan(0);
    expect(first.expected[1]).toBeGreaterThan(0);

    await page.evaluate(() => {
      const [slot] = document.querySelectorAll('#their_slots .slot_inner > .item');
      const holder = document.createElement('div');
      holder.className = 'itemHolder';
      holder.append(...(slot ? [slot] : []));
      document.querySelector('.inventory_page')?.append(holder);
    });
    const second = await settledOffer(page);
    expect(second.expected[0]).toBe(first.expected[0]);
    expect(second.expected[1]).toBeLessThan(first.expected[1] ?? 0);

    await page.evaluate(() => {
      const other = document.createElement('div');
      other.className = 'item app440';
      document.querySelector('#your_slots .slot_inner:empty')?.append(other);
    });
    await until('no difference beside an item of another game', async () => {
      const offer = await readOffer(page);
      return offer?.shown[2] === null ? offer : undefined;
    });

    await world().configure({ sites: { steam: false } });
    await until('no element of Skinlens', () =>
      page.evaluate(() => document.querySelector('skinlens-prices, skinlens-offer') === null || undefined),
    );
  });
});
