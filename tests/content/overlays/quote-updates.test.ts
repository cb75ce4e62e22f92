import { describe, expect, test, vi } from 'vitest';
import { checkAll, started } from '../check-cards.ts';
import { fault, openPage, view } from '../sample-page.ts';

describe('what the worker answers', () => {
  test('changes prices in place when the table was replaced', async () => {
    const page = await started(['AK', 'AWP']);
    const before = page.hosts();
    page.worker.version = 7;
    page.overlays.refreshQuotes();
    await page.settle();
    checkAll(page);
    expect(page.hosts()).toEqual(before);
  });

  test('is still owed where it was to be asked anew and did not come', async () => {
    const page = await started(['AK', 'AWP']);
    Object.assign(page.worker, { version: 7, ends: true });
    page.overlays.refreshQuotes();
    await page.settle();
    page.worker.ends = false;
    // A card of an item that is known asks for nothing by itself.
    page.add('AK');
    await page.settle();
    checkAll(page);
  });

  test('never mixes two tables: a newer one seen with a new card redraws the others', async () => {
    const page = await started(['AK', 'AWP']);
    page.worker.version = 2;
    page.add('New');
    await page.settle();
    checkAll(page);
  });

  test('what is only added for a new card leaves the others alone', async () => {
    const page = await started(['AK', 'AWP', 'M4']);
    const { now } = page.worker;
    let looks = 0;
    Object.defineProperty(page.worker, 'now', {
      get: () => {
        looks++;
        return now;
      },
    });
    page.add('New');
    await page.settle();
    checkAll(page);
    // One of the answer and one of the new card.
    expect(looks).toBe(2);
  });

  test('comes before the cards of items that the page told of, so that they have prices before a frame', async () => {
    const page = await started(['AK']);
    page.overlays.addRows([{ key: '1', item: 'AWP' }, { key: '2' }, { key: '3', item: '?gone' }]);
    await page.settle();
    expect(page.worker.asked).toEqual([['AK'], ['AWP', '?gone']]);
    page.worker.hold = true;
    page.add('AWP');
    page.add('?gone');
    await page.settle();
    checkAll(page);
    expect(page.worker.asked).toHaveLength(2);
  });

  test('that was there before its cards is drawn for as many of them as the page can wait for, and then for the others', async () => {
    const page = await started(['AK']);
    const told = Array.from({ length: 100 }, (_, at) => ({ key: String(at), item: `told ${at}` }));
    page.overlays.addRows(told);
    await page.settle();
    for (const { item } of told) page.add(item);
    await Promise.resolve();
    let now = 0;
    // Each card takes 0.2 ms: reading all of them takes 20 ms.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 0.2;
      return now;
    });
    page.turn();
    const first = page.hosts().length;
    clock.mockRestore();
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThan(60);
    await page.settle();
    checkAll(page);
  });

  test('is asked for 500 items at most of which the page told and shows none', async () => {
    const page = await started(['AK']);
    page.overlays.addRows(Array.from({ length: 5000 }, (_, at) => ({ key: String(at), item: `told ${at}` })));
    await page.settle();
    // What is known already is not asked for, neither now nor with what is asked anew.
    page.overlays.addRows([{ key: 'AK', item: 'told 7' }]);
    await page.settle();
    page.overlays.refreshQuotes();
    await page.settle();
    expect(page.worker.asked.map((names) => names.length)).toEqual([1, 500, 1]);
    page.add('told 4000');
    await page.settle();
    checkAll(page);
  });

  test('is drawn in a task of its own', async () => {
    const page = openPage(['AK']);
    page.overlays.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(page.hosts()).toEqual([]);
    await page.settle();
    checkAll(page);
  });

  test.each([
    ['a fault', { fault: fault('unreachable') }],
    ['other rates', { rates: { date: '2027-01-15', rates: { EUR: 0.9 } } }],
  ])('%s that comes with a new card is a matter of all', async (_, told) => {
    const page = await started(['AK']);
    page.overlays.show({ ...view, currency: { show: 'fixed', code: 'EUR' }, staleAfterMs: -1 });
    await page.settle();
    const [host] = page.hosts();
    const before = host?.shadowRoot?.textContent;
    Object.assign(page.worker, told);
    page.add('New');
    await page.settle();
    expect(host?.shadowRoot?.textContent).not.toBe(before);
  });

  test('says offline without a table, and fills in place when there is one', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    page.worker.fault = fault('unreachable');
    page.overlays.start();
    await page.settle();
    const [host] = page.hosts();
    expect(host?.getAttribute('data-state')).toBe('offline');
    page.worker.fault = fault('unauthorized');
    page.overlays.refreshQuotes();
    await page.settle();
    expect(host?.getAttribute('data-state')).toBe('unavailable');
    page.worker.table = true;
    page.overlays.refreshQuotes();
    await page.settle();
    expect(page.hosts()).toEqual([host]);
    expect(host?.getAttribute('data-state')).toBe('ready');
  });

  test('draws nothing while the first table is on its way', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    page.overlays.start();
    await page.settle();
    expect(page.hosts()).toEqual([]);
  });

  test('shows that an answer is on its way only when that takes long, and then in the same place', async () => {
    const page = openPage(['AK']);
    page.worker.hold = true;
    page.overlays.start();
    await page.settle();
    expect(page.hosts()).toEqual([]);
    const waits = () => [...page.document.querySelectorAll('skinlens-wait')];
    await expect.poll(() => waits().length, { timeout: 10_000 }).toBe(1);
    expect(waits()[0]?.previousElementSibling?.className).toBe('price');
    expect(page.hosts()).toEqual([]);
    const copy = page.document.querySelector('.card')?.cloneNode(true);
    if (copy) page.main.append(copy);
    page.worker.release?.();
    await page.settle();
    page.worker.release?.();
    await page.settle();
    expect(waits()).toEqual([]);
    checkAll(page);
  });

  test('marks and counts deals, and takes the count back', async () => {
    const page = await started(['AK', 'AWP', '?never']);
    expect(page.worker.deals).toEqual([]);
    page.overlays.show({ ...view, deals: { ...view.deals, on: true, minCents: 0 } });
    await page.settle();
    expect(page.hosts().map((host) => host.hasAttribute('data-deal'))).toEqual([true, true, false]);
    expect(page.hosts()[0]?.shadowRoot?.textContent).toContain('★ deal');
    page.document.querySelector('.card')?.remove();
    await page.settle();
    page.overlays.stop();
    expect(page.worker.deals).toEqual([2, 1, 0]);
  });

  test('redraws without replacing the button, so that neither focus nor pointer is lost', async () => {
    const page = await started(['AK']);
    const button = page.hosts()[0]?.shadowRoot?.querySelector('button');
    button?.focus();
    page.worker.version = 5;
    page.overlays.refreshQuotes();
    await page.settle();
    expect(page.hosts()[0]?.shadowRoot?.activeElement).toBe(button);
    checkAll(page);
  });

  test('old prices turn grey and lose their verdict', async () => {
    const page = await started(['AK']);
    page.worker.now += 100 * 60_000;
    page.overlays.show(view);
    await page.settle();
    const [host] = page.hosts();
    expect(host?.getAttribute('data-state')).toBe('stale');
    expect(host?.shadowRoot?.querySelector('[data-diff]')).toBeNull();
    expect(host?.shadowRoot?.textContent).toContain('1 h old');
  });

  test('an item that the table does not have is unknown', async () => {
    const page = await started(['?never']);
    expect(page.hosts()[0]?.getAttribute('data-state')).toBe('unknown');
  });
});
