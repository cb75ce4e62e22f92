import { expect, test, vi } from 'vitest';
import { checkAll, started } from '../check-cards.ts';
import { openPage, view } from '../sample-page.ts';

const repeatedOf = (page: Awaited<ReturnType<typeof started>>) =>
  page.hosts().map((host) => host.hasAttribute('data-repeated'));

test('of offers of one item only the first shows the prices, and every card has them', async () => {
  const page = await started(['AK', 'AK', 'AK', 'AK']);
  expect(repeatedOf(page)).toEqual([false, true, true, true]);
  const cents = page.hosts().map((host) => host.shadowRoot?.querySelector('[data-cents]')?.getAttribute('data-cents'));
  expect(new Set(cents).size).toBe(1);
  expect(cents[3]).toBeTruthy();
});

test('another card takes over when the first goes, and when one comes before it', async () => {
  const page = await started(['AK', 'AK', 'AK', 'AK']);
  const first = page.document.querySelector('.card');
  first?.remove();
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, true, true]);
  page.document.querySelector('main')?.prepend(page.add('AK'));
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, true, true, true]);
});

test('another item between them ends the neighbourhood', async () => {
  const page = await started(['AK', 'AK', 'AK', 'AWP', 'AK']);
  expect(repeatedOf(page)).toEqual([false, true, true, false, false]);
  page.document.querySelectorAll('.card')[3]?.remove();
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, true, true, true]);
});

test('two cards of one item are a list like any other', async () => {
  expect(repeatedOf(await started(['AK', 'AK']))).toEqual([false, false]);
});

test('on hover, where overlays take no room, every card shows the prices', async () => {
  const page = await started(['AK', 'AK', 'AK']);
  page.overlays.show({ ...view, overlay: { ...view.overlay, density: 'hover' } });
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, false, false]);
});

test('another card takes over when the first is moved or shows another item', async () => {
  const page = await started(['AK', 'AK', 'AK', 'AK', 'AK']);
  const [first, second] = page.document.querySelectorAll('.card');
  page.main.append(first ?? '');
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, true, true, true, true]);
  second?.setAttribute('data-name', 'AWP');
  await page.settle();
  expect(repeatedOf(page)).toEqual([false, false, true, true, true]);
  checkAll(page);
});

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
