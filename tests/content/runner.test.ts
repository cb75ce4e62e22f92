import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsOf, fault, openPage, view } from './page.ts';

const started = async (names: readonly string[]) => {
  const page = openPage(names);
  page.runner.start();
  await page.settle();
  return page;
};

/** Every card has exactly its own item's host, and no host is anywhere else. */
function checkAll(page: ReturnType<typeof openPage>) {
  const cards = [...page.document.querySelectorAll('.card')];
  for (const card of cards) {
    const name = card.getAttribute('data-name') ?? '';
    const hosts = [...card.querySelectorAll('skinlens-prices')];
    expect(hosts.map((host) => host.getAttribute('data-item'))).toEqual(name === '!' ? [] : [name]);
    if (name !== '!' && !name.startsWith('?'))
      expect(page.cents(card)).toBe(String(centsOf(name, page.worker.version)));
  }
  expect(page.hosts().every((host) => host.closest('.card'))).toBe(true);
}

describe('the runner', () => {
  test('prices every card behind its mount, and asks for each name once', async () => {
    const page = await started(['AK', 'AWP', 'AK', 'M4A1']);
    checkAll(page);
    expect(page.worker.asked.flat()).toEqual(['AK', 'AWP', 'M4A1']);
    expect(page.hosts()[0]?.previousElementSibling?.className).toBe('price');
  });

  test('writes the public contract', async () => {
    const page = await started(['AK-47']);
    const [host] = page.hosts();
    expect(Object.fromEntries([...(host?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
      'data-item': 'AK-47',
      'data-state': 'ready',
      'data-listing': '1.00',
      'data-currency': 'USD',
      'data-theme': 'dark',
    });
    const rows = [...(host?.shadowRoot?.querySelectorAll('[data-market]') ?? [])];
    expect(
      rows.map((row) => [
        row.getAttribute('data-market'),
        row.getAttribute('data-cents'),
        row.getAttribute('data-diff'),
      ]),
    ).toEqual([
      ['buff163', '501', '-80.0'],
      ['youpin', null, null],
      ['csfloat', null, null],
    ]);
  });

  test('what the page told before the start is kept for it, and starts nothing', async () => {
    const page = openPage(['AK']);
    page.runner.learn([{ key: 'kept' }]);
    await page.settle();
    expect(page.report()).toMatchObject({ seen: 0, findings: { tap: null } });
    page.runner.start();
    await page.settle();
    checkAll(page);
  });

  test('asks nothing on a page without cards', async () => {
    const page = await started([]);
    expect(page.worker.asked).toEqual([]);
  });

  test('a card that shows another item never keeps the old one’s prices, not even until the next frame', async () => {
    const page = await started(['AK', 'AWP']);
    const [card] = page.document.querySelectorAll('.card');
    card?.setAttribute('data-name', 'Desert Eagle');
    await Promise.resolve();
    expect(card?.querySelector('skinlens-prices')).toBeNull();
    await page.settle();
    checkAll(page);
  });

  test('an answer for an item that the card has left does not reach it', async () => {
    const page = openPage(['AK']);
    page.worker.hold = true;
    page.runner.start();
    const [card] = page.document.querySelectorAll('.card');
    card?.setAttribute('data-name', 'Desert Eagle');
    page.worker.release?.();
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-item'))).not.toContain('AK');
    page.worker.release?.();
    await page.settle();
    checkAll(page);
  });

  test('puts back what the page’s rendering took away, once', async () => {
    const page = await started(['AK', 'AWP']);
    for (let round = 0; round < 100; round++) {
      for (const host of page.hosts()) host.remove();
      await page.settle();
    }
    checkAll(page);
  });

  test('rests when another script takes the node away at every frame', async () => {
    const page = await started(['AK']);
    let puts = 0;
    for (let round = 0; round < 400; round++) {
      const [host] = page.hosts();
      if (host) puts++;
      host?.remove();
      await page.settle();
    }
    expect(puts).toBeLessThan(200);
    page.worker.now += 10_000;
    page.runner.show(view);
    await page.settle();
    checkAll(page);
  });

  test('leaves its node where it is when others put theirs between', async () => {
    const page = await started(['AK']);
    const [host] = page.hosts();
    const foreign = page.document.createElement('other-extension');
    host?.before(foreign);
    await page.settle();
    page.runner.refresh();
    await page.settle();
    expect(foreign.nextElementSibling).toBe(host);
    expect(page.hosts()).toEqual([host]);
  });

  test.each(['.card:last-child', 'main'])(
    'an overlay that the page puts into %s is gone before the next frame',
    async (place) => {
      const page = await started(['AK', 'AWP']);
      const [host] = page.hosts();
      const [, other] = page.hosts();
      page.document.querySelector(place)?.append(host ?? '');
      await Promise.resolve();
      expect(page.hosts()).toEqual([other]);
      await page.settle();
      checkAll(page);
    },
  );

  test('takes away copies that the page makes by cloning a card', async () => {
    const page = await started(['AK']);
    const copy = page.document.querySelector('.card')?.cloneNode(true);
    if (copy) page.main.append(copy);
    await page.settle();
    checkAll(page);
    expect(page.hosts().length).toBe(2);
  });

  test('changes prices in place when the table was replaced', async () => {
    const page = await started(['AK', 'AWP']);
    const before = page.hosts();
    page.worker.version = 7;
    page.runner.refresh();
    await page.settle();
    checkAll(page);
    expect(page.hosts()).toEqual(before);
  });

  test('never mixes two tables: a newer one seen with a new card redraws the others', async () => {
    const page = await started(['AK', 'AWP']);
    page.worker.version = 2;
    page.add('New');
    await page.settle();
    checkAll(page);
  });

  test('says offline without a table, and fills in place when there is one', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    page.worker.fault = fault('unreachable');
    page.runner.start();
    await page.settle();
    const [host] = page.hosts();
    expect(host?.getAttribute('data-state')).toBe('offline');
    page.worker.fault = fault('unauthorized');
    page.runner.refresh();
    await page.settle();
    expect(host?.getAttribute('data-state')).toBe('unavailable');
    page.worker.table = true;
    page.runner.refresh();
    await page.settle();
    expect(page.hosts()).toEqual([host]);
    expect(host?.getAttribute('data-state')).toBe('ready');
  });

  test('draws nothing while the first table is on its way', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    page.runner.start();
    await page.settle();
    expect(page.hosts()).toEqual([]);
  });

  test('shows that an answer is on its way only when that takes long, and then in the same place', async () => {
    const page = openPage(['AK']);
    page.worker.hold = true;
    page.runner.start();
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
    page.runner.show({ ...view, deals: { ...view.deals, on: true, minCents: 0 } });
    await page.settle();
    expect(page.hosts().map((host) => host.hasAttribute('data-deal'))).toEqual([true, true, false]);
    expect(page.hosts()[0]?.shadowRoot?.textContent).toContain('★ deal');
    page.document.querySelector('.card')?.remove();
    await page.settle();
    page.runner.stop();
    expect(page.worker.deals).toEqual([2, 1, 0]);
  });

  test('redraws without replacing the button, so that neither focus nor pointer is lost', async () => {
    const page = await started(['AK']);
    const button = page.hosts()[0]?.shadowRoot?.querySelector('button');
    button?.focus();
    page.worker.version = 5;
    page.runner.refresh();
    await page.settle();
    expect(page.hosts()[0]?.shadowRoot?.activeElement).toBe(button);
    checkAll(page);
  });

  test('old prices turn grey and lose their verdict', async () => {
    const page = await started(['AK']);
    page.worker.now += 100 * 60_000;
    page.runner.show(view);
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

  test('a card whose reader throws harms no other', async () => {
    const page = await started(['AK', '!', 'AWP']);
    checkAll(page);
    expect(page.report()).toMatchObject({ seen: 3, read: 2, priced: 2, drifted: false });
  });

  test('draws nothing when under half of five cards can be read, and again when they can', async () => {
    const page = await started(['AK', '!', '!', '!', 'AWP']);
    expect(page.hosts()).toEqual([]);
    expect(page.report()).toMatchObject({ seen: 5, read: 2, drifted: true });
    page.add('M4');
    await page.settle();
    checkAll(page);
  });

  test('a route without cards leaves nothing, and back again everything', async () => {
    const page = await started(['AK']);
    page.document.defaultView?.history.pushState({}, '', '/account');
    page.main.append('changed');
    await page.settle();
    expect(page.hosts()).toEqual([]);
    page.document.defaultView?.history.pushState({}, '', '/market/2');
    page.main.append('changed');
    await page.settle();
    checkAll(page);
  });

  test('when the extension is gone, prices are marked old and still never stand on another item', async () => {
    const page = await started(['AK', 'AWP']);
    const asked = page.worker.asked.length;
    page.runner.retire();
    page.add('M4');
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-state'))).toEqual(['stale', 'stale']);
    expect(page.hosts().every((host) => host.shadowRoot?.querySelector('[data-diff]') === null)).toBe(true);
    page.document.querySelector('.card')?.setAttribute('data-name', 'Desert Eagle');
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
    expect(page.worker.asked.length).toBe(asked);
  });

  test('leaves nothing behind when it stops', async () => {
    const page = await started(['AK', 'AWP']);
    page.runner.stop();
    page.add('M4');
    await page.settle();
    expect(page.hosts()).toEqual([]);
  });

  test('more than 500 names go in parts', async () => {
    const page = await started(Array.from({ length: 1100 }, (_, index) => `item ${index}`));
    for (let round = 0; round < 30; round++) await page.settle();
    expect(page.worker.asked.every((names) => names.length <= 500)).toBe(true);
    checkAll(page);
  });

  test('whatever a page does, each card ends with its own item’s prices and no other', async () => {
    const name = fc.constantFrom('AK', 'AWP', 'M4A1-S', '?gone', '!', 'Desert Eagle');
    const act = fc.oneof(
      fc.record({ do: fc.constant('add' as const), name }),
      fc.record({ do: fc.constant('recycle' as const), at: fc.nat(), name }),
      fc.record({ do: fc.constant('move' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('remove' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('clone' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('steal' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('rewrite' as const), at: fc.nat(), name }),
      fc.record({ do: fc.constant('table' as const) }),
      fc.record({ do: fc.constant('settle' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
        const page = await started(['AK', 'AWP', 'M4A1-S', 'Desert Eagle']);
        const pick = (at: number) =>
          page.document.querySelectorAll('.card')[at % Math.max(1, page.document.querySelectorAll('.card').length)];
        for (const step of acts) {
          const card = 'at' in step ? pick(step.at) : undefined;
          if (step.do === 'add') page.add(step.name);
          if (step.do === 'recycle') card?.setAttribute('data-name', step.name);
          if (step.do === 'move' && card) page.main.prepend(card);
          if (step.do === 'remove') card?.remove();
          if (step.do === 'clone' && card) page.main.append(card.cloneNode(true));
          if (step.do === 'steal') card?.querySelector('skinlens-prices')?.remove();
          if (step.do === 'rewrite' && card) {
            card.setAttribute('data-name', step.name);
            card.innerHTML = '<span class="price">2.00</span>';
          }
          if (step.do === 'table') {
            page.worker.version++;
            page.runner.refresh();
          }
          if (step.do === 'settle') await page.settle();
        }
        for (let at = 0; at < 8; at++) page.add('AK'); // so many that the page does not count as changed
        await page.settle();
        await page.settle();
        if (page.report().drifted) expect(page.hosts()).toEqual([]);
        else checkAll(page);
        page.runner.stop();
        expect(page.hosts()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
