import { expect, test, vi } from 'vitest';
import type { started } from '../check-cards.ts';
import { openPage } from '../sample-page.ts';

const repeatedOf = (page: Awaited<ReturnType<typeof started>>) =>
  page.hosts().map((host) => host.hasAttribute('data-repeated'));

test('another card takes over while a filter of the page hides the first', async () => {
  const resizes: (() => void)[] = [];
  const page = openPage(['AK', 'AK', 'AK', 'AK']);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(onResize: () => void) {
        resizes.push(onResize);
      }
    },
  );
  // jsdom has no layout.
  Element.prototype.checkVisibility = function () {
    return !this.hasAttribute('hidden');
  };
  await page.start();
  const filter = async (...hidden: number[]) => {
    for (const [at, card] of page.document.querySelectorAll('.card').entries())
      card.toggleAttribute('hidden', hidden.includes(at));
    for (const onResize of resizes) onResize();
    await page.settle();
    return repeatedOf(page);
  };
  expect(await filter(0, 1)).toEqual([true, true, false, true]);
  expect(await filter(1)).toEqual([false, true, true, true]);
});
