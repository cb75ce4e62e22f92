import { describe, expect, test, vi } from 'vitest';
import { checkAll, started } from '../check-cards.ts';
import { openPage, site } from '../sample-page.ts';

describe('a page that changes', () => {
  test('overlays stand at the end of a card whose mount point has another name, and move to it when it comes', async () => {
    const page = openPage(['AK', 'AWP']);
    const renamed = page.document.querySelector('.price');
    renamed?.classList.replace('price', 'other');
    await page.start();
    checkAll(page);
    const [host] = page.hosts();
    expect(host?.parentElement?.lastElementChild).toBe(host);
    renamed?.classList.replace('other', 'price');
    page.document.querySelector('[data-name]')?.append('x');
    await page.settle();
    expect(host?.previousElementSibling).toBe(renamed);
  });

  test('cards of other games count neither as seen nor as unread, and cause no drift', async () => {
    const page = await started(['AK', 'AWP', ...Array(4).fill('other game')]);
    checkAll(page);
    expect(page.report()).toMatchObject({ seen: 2, read: 2, priced: 2, drifted: false });
    expect(page.report().findings?.unread).toEqual([]);
    page.document.querySelector('.card')?.setAttribute('data-name', 'other game');
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
    expect(page.report()).toMatchObject({ seen: 1, read: 1, priced: 1 });
  });

  test('after an update of the extension one sentence stands in place of prices', async () => {
    const page = await started(['AK', 'AWP']);
    const asked = page.worker.asked.length;
    page.overlays.retire();
    page.add('M4');
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-state'))).toEqual(['stale', 'stale']);
    for (const host of page.hosts()) {
      expect(host.getAttributeNames().toSorted()).toEqual(['data-item', 'data-source', 'data-state', 'data-theme']);
      expect(host.shadowRoot?.textContent).toBe('Skinlens was updated. Reload the page.');
    }
    page.document.querySelector('.card')?.setAttribute('data-name', 'Desert Eagle');
    await page.settle();
    expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
    expect(page.worker.asked.length).toBe(asked);
  });

  test('a page at rest writes nothing and asks nothing, until an age shows', async () => {
    const page = await started(Array.from({ length: 100 }, (_, at) => `item ${at}`));
    await vi.waitFor(() => expect(page.document.querySelector('[data-later]')).toBeNull());
    const asOf = page.worker.now;
    const asked = page.worker.asked.length;
    const writes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => void writes.push(...records));
    const all = { childList: true, attributes: true, characterData: true, subtree: true };
    for (const root of [page.document, ...page.hosts().flatMap(({ shadowRoot }) => shadowRoot ?? [])])
      observer.observe(root, all);
    for (let minute = 1; minute < 30; minute++) {
      page.worker.now = asOf + minute * 60_000;
      page.overlays.tick();
      await page.settle();
    }
    expect([writes.length, page.worker.asked.length]).toEqual([0, asked]);
    // The age is told on the card, and the worker hears now and then that its prices are used.
    page.worker.hold = true;
    for (let minute = 30; minute < 50; minute++) {
      page.worker.now = asOf + minute * 60_000;
      page.overlays.tick();
      await page.settle();
    }
    expect(page.hosts()[0]?.shadowRoot?.textContent).toContain('49 min');
    expect(page.worker.asked.length).toBe(asked + 1);
  });

  test('a page is not read again for a countdown', async () => {
    const [market] = site.pages;
    if (!market) throw new Error('no page');
    const read = vi.fn(market.read);
    const names = Array.from({ length: 1000 }, (_, at) => `item ${at}`);
    const page = openPage(names, { ...site, pages: [{ ...market, read }] });
    page.overlays.start();
    for (let round = 0; round < 10; round++) await page.settle();
    expect(page.hosts()).toHaveLength(1000);
    const looks = vi.spyOn(page.document, 'querySelectorAll');
    const drawn = page.hosts().map((host) => host.shadowRoot?.firstElementChild);
    const rests = [...page.document.querySelectorAll('.card:nth-child(-n + 10) i')];
    const write = async (put: (rest: Element) => void) => {
      read.mockClear();
      for (const rest of rests) put(rest);
      await page.settle();
      return read.mock.calls.length;
    };
    looks.mockClear();
    const by = (text: string) => write((rest) => rest.replaceChildren(text));
    expect([await by('ends in'), await by('1:00:09'), await by(' 1:00:08 '), await by('59m 3s')]).toEqual([
      10, 10, 0, 0,
    ]);
    const inPlace = (text: string) =>
      write(({ firstChild }) => {
        if (firstChild) firstChild.nodeValue = text;
      });
    expect([await inPlace('2d 12m 5s'), await inPlace('12.50'), await inPlace('0:08')]).toEqual([0, 10, 10]);
    expect(looks.mock.calls).toEqual([]);
    expect(page.hosts().map((host) => host.shadowRoot?.firstElementChild)).toEqual(drawn);
  });

  test('more than 500 names are requested in batches', async () => {
    const page = await started(Array.from({ length: 1100 }, (_, index) => `item ${index}`));
    for (let round = 0; round < 30; round++) await page.settle();
    expect(page.worker.asked.every((names) => names.length <= 500)).toBe(true);
    checkAll(page);
  });
});
