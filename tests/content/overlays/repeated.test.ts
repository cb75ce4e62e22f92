import { expect, test } from 'vitest';
import { started } from '../check-cards.ts';
import { view } from '../sample-page.ts';

const repeatedOf = (page: Awaited<ReturnType<typeof started>>) =>
  page.hosts().map((host) => host.hasAttribute('data-repeated'));

test('of offers of one item only the first shows the prices, and every card has them', async () => {
  const page = await started(['AK', 'AK', 'AK', 'AK']);
  expect(repeatedOf(page)).toEqual([false, true, true, true]);
  expect(page.hosts().map((host) => host.getAttribute('data-density'))).toEqual([
    null,
    'compact',
    'compact',
    'compact',
  ]);
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

test('the user’s own density stays', async () => {
  const page = await started(['AK', 'AK', 'AK']);
  page.overlays.show({ ...view, overlay: { ...view.overlay, density: 'hover' } });
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-density'))).toEqual(['hover', 'hover', 'hover']);
});
