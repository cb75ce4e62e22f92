import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkAll, started } from '../check-cards.ts';
import { fault, openPage, view } from '../sample-page.ts';

describe('an answer of the worker', () => {
  /** The page's clock: it stands still until each look at it takes as long as a slice. */
  function openClock() {
    const clock = { now: 0, stepMs: 0 };
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
      clock.now += clock.stepMs;
      return clock.now;
    });
    onTestFinished(() => spy.mockRestore());
    return clock;
  }

  test('is requested again when a forced load failed', async () => {
    const page = await started(['AK', 'AWP']);
    Object.assign(page.worker, { version: 7, ends: true });
    page.overlays.refreshQuotes();
    await page.settle();
    page.worker.ends = false;
    // A card of a known item causes no request by itself.
    page.add('AK');
    await page.settle();
    checkAll(page);
  });

  test('that only adds a quote leaves the other cards alone', async () => {
    const page = await started(['AK', 'AWP', 'M4']);
    const { now } = page.worker;
    let reads = 0;
    Object.defineProperty(page.worker, 'now', {
      get: () => {
        reads++;
        return now;
      },
    });
    page.add('New');
    await page.settle();
    checkAll(page);
    // For the question, for whether prices are due, and for the new card.
    expect(reads).toBeLessThanOrEqual(3);
  });

  test('is requested for items of the page’s rows, so that their cards have prices before a frame', async () => {
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

  test('that came before its cards is drawn in slices', async () => {
    const page = await started(['AK']);
    const told = Array.from({ length: 100 }, (_, at) => ({ key: String(at), item: `told ${at}` }));
    page.overlays.addRows(told);
    await page.settle();
    for (const { item } of told) page.add(item);
    await Promise.resolve();
    const clock = openClock();
    clock.stepMs = 0.2;
    page.turn();
    const first = page.hosts().length;
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThan(60);
    // On a busy machine each of the others takes a slice of its own.
    clock.stepMs = 40;
    await page.settle();
    checkAll(page);
  });

  test('is requested for at most 500 items that only the page’s rows name', async () => {
    const page = await started(['AK']);
    page.overlays.addRows(Array.from({ length: 5000 }, (_, at) => ({ key: String(at), item: `told ${at}` })));
    await page.settle();
    // Known items are not requested, neither now nor by a forced load.
    page.overlays.addRows([{ key: 'AK', item: 'told 7' }]);
    await page.settle();
    page.overlays.refreshQuotes();
    await page.settle();
    expect(page.worker.asked.map((names) => names.length)).toEqual([1, 500, 1]);
    page.add('told 4000');
    await page.settle();
    checkAll(page);
  });

  test('is drawn in a new task', async () => {
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
  ])('with %s redraws all cards', async (_, told) => {
    const page = await started(['AK']);
    page.overlays.show({ ...view, currency: { show: 'fixed', code: 'EUR' }, freshness: { staleMinutes: -1 } });
    await page.settle();
    const [host] = page.hosts();
    const before = host?.shadowRoot?.textContent;
    Object.assign(page.worker, told);
    page.add('New');
    await page.settle();
    expect(host?.shadowRoot?.textContent).not.toBe(before);
  });

  test('without a table shows offline, and the table fills the overlay in place', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    page.worker.fault = fault('unreachable');
    await page.start();
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

  test('without table and fault draws nothing', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    await page.start();
    expect(page.hosts()).toEqual([]);
  });

  test('that takes long is announced by a placeholder in the same place', async () => {
    const page = openPage(['AK']);
    page.worker.hold = true;
    await page.start();
    expect(page.hosts()).toEqual([]);
    const waits = () => [...page.document.querySelectorAll('skinlens-wait')];
    await expect.poll(() => waits().length).toBe(1);
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

  test('is shown in all cards together, which have their placeholders until then', async () => {
    const names = Array.from({ length: 230 }, (_, at) => `AK ${at}`);
    const clock = openClock();
    const page = openPage(names);
    page.worker.hold = true;
    await page.start();
    const waits = () => page.document.querySelectorAll('skinlens-wait').length;
    await expect.poll(waits).toBe(names.length);
    await page.settle();
    clock.stepMs = 50;
    page.worker.release?.();
    const seen = new Set<number>();
    for (let turn = 0; turn < 500; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      page.turn();
      seen.add(page.hosts().length);
      expect(page.hosts().length + waits()).toBe(names.length);
    }
    expect([...seen]).toEqual([0, 100, 200, 230]);
    checkAll(page);
  });

  test('is drawn first in the cards that the user sees', async () => {
    const clock = openClock();
    const page = await started(['AK', 'AWP', 'M4', 'USP']);
    const cards = [...page.document.querySelectorAll('.card')];
    const shown = () => cards.map((card) => page.cents(card)?.endsWith('2'));
    for (const [at, card] of cards.entries())
      Object.assign(card, { getBoundingClientRect: () => ({ top: at * 100 - 200, bottom: at * 100 - 110 }) });
    Object.defineProperty(page.document.documentElement, 'clientHeight', { value: 90 });
    clock.stepMs = 50;
    page.worker.version = 2;
    page.overlays.refreshQuotes();
    await vi.waitUntil(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      page.turn();
      return shown().some(Boolean);
    });
    expect(shown()).toEqual([false, false, true, false]);
  });

  test('marks and counts deals, and a stop takes the count back', async () => {
    const page = await started(['AK', 'AWP', '?never']);
    expect(page.worker.deals).toEqual([]);
    page.overlays.show({ ...view, deals: { ...view.deals, on: true, minCents: 0 } });
    await page.settle();
    expect(page.hosts().map((host) => host.hasAttribute('data-deal'))).toEqual([true, true, false]);
    expect(page.hosts()[0]?.shadowRoot?.textContent).toContain('★ deal');
    expect(page.report().findings?.deals).toBe(2);
    page.document.querySelector('.card')?.remove();
    await page.settle();
    page.overlays.stop();
    expect(page.worker.deals).toEqual([2, 1, 0]);
  });

  test('redraws without replacing the button, so that it keeps the focus', async () => {
    const page = await started(['AK']);
    const button = page.hosts()[0]?.shadowRoot?.querySelector('button');
    button?.focus();
    page.worker.version = 5;
    page.overlays.refreshQuotes();
    await page.settle();
    expect(page.hosts()[0]?.shadowRoot?.activeElement).toBe(button);
    checkAll(page);
  });
});
