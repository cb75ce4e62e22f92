import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SettingsView } from '#protocol/messages.ts';
import { checkAll, started } from '../check-cards.ts';
import { openPage, site, view } from '../sample-page.ts';

/** The sample market in euros; a card at 0 has no listing. */
const inEuros = {
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card: Element) => {
      const item = card.getAttribute('data-name') ?? '';
      const amount = card.querySelector('.price')?.textContent ?? '';
      return {
        item,
        ...(amount !== '0' && { listing: { cents: Number(`${amount}e2`), currency: amount === '7' ? 'GBP' : 'EUR' } }),
      };
    },
  })),
};

describe('the page’s own currency', () => {
  const euroView: SettingsView = { ...view, currency: { show: 'page', code: 'USD' } };
  const textOf = (card: Element) => card.querySelector('skinlens-prices')?.shadowRoot?.textContent ?? '';

  test('is that of the other cards where one has no listing, and the dollar where they disagree', async () => {
    const page = openPage([], inEuros);
    page.worker.rates = { date: '2027-01-15', rates: { EUR: 0.5, GBP: 0.25 } };
    page.overlays.show(euroView);
    const bare = page.add('AWP', '0');
    await page.start();
    expect(textOf(bare)).toContain('$');
    page.add('AK', '3');
    await page.settle();
    expect(textOf(bare)).toContain('€');
    page.add('M4A1', '7');
    await page.settle();
    expect(textOf(bare)).not.toContain('€');
  });
});

describe('overlays', () => {
  test('compare no listing of a list that is a hundred times off the table’s prices', async () => {
    const page = openPage([]);
    for (const name of ['AK', 'AWP', 'M4A1']) page.add(name, '5000.00');
    await page.start();
    const shown = () =>
      page
        .hosts()
        .map((host) => [host.getAttribute('data-listing'), host.shadowRoot?.textContent.includes('in doubt')]);
    expect(shown()).toEqual([
      [null, true],
      [null, true],
      [null, true],
    ]);
    for (let count = 0; count < 4; count++) page.add('AK');
    await page.settle();
    expect(shown().slice(0, 3)).toEqual([
      ['5000.00', false],
      ['5000.00', false],
      ['5000.00', false],
    ]);
  });

  test('come together, and are laid out a screen at a time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const page = await started(Array.from({ length: 30 }, (_, at) => `AK ${at}`));
    const later = () => page.hosts().flatMap((host, at) => (host.hasAttribute('data-later') ? [at] : []));
    expect([page.hosts().length, later()[0], later().length]).toEqual([30, 12, 18]);
    vi.runAllTimers();
    expect(later()).toEqual([]);
  });

  test('set the attributes of the public contract', async () => {
    const page = await started(['AK-47']);
    const [host] = page.hosts();
    expect(Object.fromEntries([...(host?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
      'data-item': 'AK-47',
      'data-state': 'ready',
      'data-source': 'adapter',
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

  test('give an assembled name and the same text of a machine their own quotes', async () => {
    const page = openPage(['=AK', '=AK']);
    const [card] = page.document.querySelectorAll('.card');
    card?.setAttribute('data-assembled', '');
    await page.start();
    const states = () => page.hosts().map((host) => host.getAttribute('data-state'));
    expect(states()).toEqual(['unknown', 'ready']);
    expect(page.worker.asked.flat()).toEqual([{ assembled: '=AK' }, '=AK']);
    expect(page.report().findings?.unknown).toEqual(['=AK']);
    card?.removeAttribute('data-assembled');
    await page.settle();
    expect(states()).toEqual(['ready', 'ready']);
  });

  test('stay in place when a machine confirms an assembled name, also as the table spells it', async () => {
    const page = openPage(['AK', 'awp | asiimov', 'awp | asiimov']);
    page.worker.spellings.set('awp | asiimov', 'AWP | Asiimov');
    const cards = [...page.document.querySelectorAll('.card')];
    for (const card of cards) card.setAttribute('data-assembled', '');
    await page.start();
    const before = page.hosts();
    const kept = () => page.hosts().map((host) => before.indexOf(host));
    page.worker.hold = true;
    for (const card of cards) card.removeAttribute('data-assembled');
    cards[1]?.setAttribute('data-name', 'AWP | Asiimov');
    cards[2]?.setAttribute('data-name', 'AWP | Atheris');
    await page.settle();
    expect(kept()).toEqual([0, 1]);
    page.worker.hold = false;
    page.worker.release?.();
    await page.settle();
    expect(kept()).toEqual([0, 1, -1]);
    checkAll(page);
  });

  test.each([
    ['an assembled name is confirmed with another price', true],
    ['a certain name becomes an assembled one', false],
  ])('leave when %s', async (_, assembled) => {
    const page = openPage(['AK']);
    const [card] = page.document.querySelectorAll('.card');
    card?.toggleAttribute('data-assembled', assembled);
    await page.start();
    expect(page.hosts()).toHaveLength(1);
    page.worker.hold = true;
    card?.toggleAttribute('data-assembled', !assembled);
    if (assembled && card?.firstElementChild) card.firstElementChild.textContent = '2.00';
    await page.settle();
    expect(page.hosts()).toEqual([]);
  });

  test('keep rows that come before the start, and do not start because of them', async () => {
    const page = openPage(['AK']);
    page.overlays.addRows([{ key: 'kept' }]);
    await page.settle();
    expect(page.report()).toMatchObject({ seen: 0, findings: { tap: null } });
    await page.start();
    checkAll(page);
  });

  test('request and prepare nothing on a page without cards', async () => {
    const page = await started([]);
    expect(page.worker).toMatchObject({ asked: [], warmed: 0 });
    page.add('AK');
    await page.settle();
    expect(page.worker).toMatchObject({ asked: [['AK']], warmed: 1 });
  });

  test('pause when another script removes the overlay in every frame', async () => {
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
    page.overlays.show(view);
    await page.settle();
    checkAll(page);
  });

  test('leave the overlay in place when other scripts insert nodes before it', async () => {
    const page = await started(['AK']);
    const [host] = page.hosts();
    const foreign = page.document.createElement('other-extension');
    host?.before(foreign);
    await page.settle();
    page.overlays.refreshQuotes();
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
});
