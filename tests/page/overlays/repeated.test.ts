import { expect, test, vi } from 'vitest';
import type { started } from '../check-cards.ts';
import { openPage, site } from '../sample-page.ts';

const repeatedOf = (page: Awaited<ReturnType<typeof started>>) =>
  page.hosts().map((host) => host.hasAttribute('data-repeated'));

test('equal cards repeat nothing but what is of the user’s own', async () => {
  const repeatedAs = async (kind?: 'listings') => {
    const page = openPage(['AK', 'AK', 'AK'], { ...site, pages: site.pages.map((one) => ({ ...one, kind })) });
    await page.start();
    return repeatedOf(page);
  };
  expect(await repeatedAs()).toEqual([false, true, true]);
  expect(await repeatedAs('listings')).toEqual([false, false, false]);
});

test('another card takes over while a filter of the page hides the first', async () => {
  const observers = new Set<{ readonly watched: Set<Element>; readonly onResize: () => void }>();
  const page = openPage(['AK', 'AK', 'AK', 'AK']);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly watched = new Set<Element>();
      readonly onResize: () => void;
      observe = (element: Element) => this.watched.add(element);
      disconnect = () => this.watched.clear();
      constructor(onResize: () => void) {
        this.onResize = onResize;
        observers.add(this);
      }
    },
  );
  // jsdom has no layout.
  Element.prototype.checkVisibility = function () {
    return !this.hasAttribute('hidden');
  };
  await page.start();
  const filter = async (...hidden: number[]) => {
    const changed = [...page.document.querySelectorAll('.card')].filter(
      (card, at) => card.toggleAttribute('hidden', hidden.includes(at)) === hidden.includes(at),
    );
    for (const { watched, onResize } of observers) if (changed.some((card) => watched.has(card))) onResize();
    await page.settle();
    return repeatedOf(page);
  };
  expect(await filter(0, 1)).toEqual([true, true, false, true]);
  expect(await filter(0)).toEqual([true, false, true, true]);
  expect(await filter(1)).toEqual([false, true, true, true]);
});
