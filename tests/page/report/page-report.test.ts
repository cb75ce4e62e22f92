import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

/** A marketplace whose cards hold a name, a key or neither; a `!` makes the reader throw. */
const keyed: Site = defineSite({
  ...site,
  tapped: { state: false },
  pages: [
    {
      path: /^\/market/,
      kind: 'inventory',
      card: '.card',
      mount: { after: '.price' },
      read: (card, rows) => {
        const name = card.getAttribute('data-name') ?? '';
        if (name === '!') throw new Error('no\u202e list\nhere');
        if (!name.startsWith('#'))
          return name ? { item: name, count: Number(card.getAttribute('data-count') ?? 1) } : undefined;
        const row = rows.get(`id:${name.slice(1) || undefined}`);
        return row?.item ? { item: row.item } : undefined;
      },
    },
  ],
});

async function started(names: readonly string[], of = keyed) {
  const page = openPage(names, of);
  await page.start();
  return page;
}

const findings = (page: Awaited<ReturnType<typeof started>>) => {
  const { findings } = page.report();
  if (!findings) throw new Error('no findings');
  return findings;
};

describe('unread cards', () => {
  test('are listed with the reason that the reader’s look-ups give', async () => {
    const page = await started(['!', '', '#', '#9', '#7', '?gone', ...Array(9).fill('AK')]);
    page.overlays.addRows([{ key: 'id:7' }]);
    await page.settle();
    expect(findings(page)).toMatchObject({
      kinds: ['^\\/market'],
      unread: [
        { why: 'threw', detail: 'no list here', text: '1.00 rest' },
        { why: 'no-name', detail: '' },
        { why: 'no-key', detail: '' },
        { why: 'no-row', detail: 'id:9' },
        { why: 'contradicted', detail: '' },
      ],
      unknown: ['?gone'],
      tap: { rows: 1, unread: 0 },
    });
  });

  test('are empty on a healthy page, and `tap` is null for a site without a tap', async () => {
    const page = await started(['AK', 'AWP'], site);
    expect(findings(page)).toEqual({
      kinds: ['^\\/market'],
      empty: false,
      unread: [],
      unknown: [],
      tap: null,
      asOf: page.worker.now,
      totals: null,
      deals: 0,
      profits: [],
    });
  });

  test('include a card that was read and has no mount point; its prices stand at its end', async () => {
    const page = openPage(['AK', 'AWP', 'M4'], keyed);
    page.document.querySelector('.price')?.remove();
    await page.start();
    expect(findings(page).unread).toEqual([{ why: 'no-place', detail: '', text: 'rest' }]);
    expect(page.report()).toMatchObject({ seen: 3, read: 3, priced: 3 });
  });

  test('are at most 50, as are unknown items', async () => {
    const page = await started([...Array(60).fill('!'), ...Array.from({ length: 70 }, (_, at) => `?gone ${at}`)]);
    expect([findings(page).unread.length, findings(page).unknown.length]).toEqual([50, 50]);
  });

  test('are identified by one short line of their text', async () => {
    const page = await started([]);
    const said = async (text: string) => {
      page.main.replaceChildren();
      const card = page.add('');
      card.replaceChildren(page.document.createElement('script'), text);
      card.firstElementChild?.append('let secret');
      await page.settle();
      return findings(page).unread[0]?.text;
    };
    expect(await said('  ★ Karambit |\n\t Doppler ')).toBe('★ Karambit | Doppler');
    expect(await said('a\u0000b\u202ec\u200b<img src=x>')).toBe('abc<img src=x>');
    expect(await said('😀'.repeat(500_000))).toBe('😀'.repeat(80));
    expect(await said('\ud800x')).toBe('x');
    expect(await said('')).toBe('');
  });

  test('without text are identified by their picture or id', async () => {
    const page = await started(['', '']);
    for (const card of page.document.querySelectorAll('.card')) card.replaceChildren();
    const [first, second] = page.document.querySelectorAll('.card');
    first?.append(Object.assign(page.document.createElement('img'), { alt: ' AK-47\u0000 ' }));
    second?.setAttribute('id', '730_2_1');
    await page.settle();
    expect(findings(page).unread.map(({ text }) => text)).toEqual(['AK-47', '730_2_1']);
  });
});

describe('a page that should have cards', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const go = async (page: Awaited<ReturnType<typeof started>>, path: string) => {
    page.document.defaultView?.history.pushState({}, '', path);
    page.main.append('changed');
    await page.settle();
  };

  test('is empty after 10 s without one, until a card comes', async () => {
    const page = await started([]);
    vi.advanceTimersByTime(9_999);
    expect(findings(page).empty).toBe(false);
    vi.advanceTimersByTime(1);
    expect(findings(page).empty).toBe(true);
    page.add('AK');
    await page.settle();
    vi.advanceTimersByTime(60_000);
    expect(findings(page).empty).toBe(false);
  });

  test('starts over on navigation, and is not empty where no cards are expected', async () => {
    const page = await started([]);
    vi.advanceTimersByTime(9_000);
    await go(page, '/market/2');
    vi.advanceTimersByTime(9_000);
    expect(findings(page).empty).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(findings(page).empty).toBe(true);
    await go(page, '/account');
    vi.advanceTimersByTime(60_000);
    expect(findings(page)).toMatchObject({ empty: false, kinds: [] });
  });

  test('counts from the removal of the last card', async () => {
    const page = await started(['AK']);
    vi.advanceTimersByTime(60_000);
    page.main.replaceChildren();
    await page.settle();
    expect(findings(page).empty).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(findings(page).empty).toBe(true);
  });
});

describe('the totals of an inventory', () => {
  const doppler = '★ Karambit | Doppler (Factory New)';

  test('have items with an exact and sound price, and the others apart', async () => {
    const page = await started(['AK', 'AK', 'AWP', '?gone', '^odd', doppler, '']);
    expect(findings(page).totals).toMatchObject({
      of: 'inventory',
      entries: [
        { item: 'AK', state: 'priced', count: 2, offers: [{ market: 'buff163', cents: centsOf('AK', 1) }] },
        { item: 'AWP', state: 'priced', count: 1, offers: [{ market: 'buff163', cents: centsOf('AWP', 1) }] },
        { item: '?gone', state: 'unknown', count: 1, offers: [] },
        { item: '^odd', state: 'flagged', count: 1, offers: [] },
        { item: doppler, state: 'any-phase', count: 1, offers: [] },
      ],
      rates: page.worker.rates,
    });
  });

  test('count a stack by its size, and a card that is shown twice once', async () => {
    const page = openPage(['AK', 'AWP', 'AWP'], keyed);
    const [first, second, third] = page.document.querySelectorAll('.card');
    first?.setAttribute('data-count', '3');
    for (const card of [second, third]) card?.setAttribute('id', '730_2_1');
    await page.start();
    expect(findings(page).totals).toMatchObject({
      entries: [
        { item: 'AK', count: 3 },
        { item: 'AWP', count: 1 },
      ],
    });
  });

  test('add up the user’s listings, and nothing else on the page', async () => {
    const [page] = keyed.pages;
    if (!page) throw new Error('no page');
    const mixed: Site = defineSite({
      ...keyed,
      pages: [
        { ...page, kind: 'listings', card: '.card[data-name="AK"]' },
        { ...page, kind: undefined },
      ],
    });
    expect(findings(await started(['AK', 'AWP', 'AK'], mixed)).totals).toMatchObject({
      of: 'listings',
      entries: [{ item: 'AK', count: 2 }],
    });
  });

  test('are null on other pages, without a table, and on a site that has changed', async () => {
    expect(findings(await started(['AK'], site)).totals).toBeNull();
    expect(findings(await started(['AK', '!', '!', '!', '!'])).totals).toBeNull();
    const page = openPage(['AK'], keyed);
    page.worker.table = false;
    await page.start();
    expect(findings(page)).toMatchObject({ totals: null, asOf: null });
  });
});

test('cards are listed by their profit, and shown while they have the item', async () => {
  const page = openPage(['AK', 'AWP', 'M4', 'USP']);
  const fees = { confirmed: true, markets: { buff163: noFees, sample: noFees } };
  page.overlays.show(toSettingsView(parseSettings({ fees }), 'sample'));
  for (const [item, cents] of Object.entries({ AK: 110, AWP: 90, M4: 130 }))
    page.worker.exits.set(item, [{ market: 'buff163', sells: { cents, of: 'ask' }, asOf: page.worker.now }]);
  await page.start();
  const { profits } = findings(page);
  const listed = profits.map(({ item, percent, profitCents }) => `${item} ${percent} ${profitCents}`);
  expect(listed).toEqual(['M4 30 30', 'AK 10 10', 'AWP -10 -10']);
  const scrolled: (string | undefined)[] = [];
  for (const card of page.document.querySelectorAll<HTMLElement>('.card'))
    card.scrollIntoView = () => void scrolled.push(card.dataset['name']);
  page.report(profits[0]?.key);
  expect(scrolled).toEqual(['M4']);
  expect(page.document.activeElement?.localName).toBe('skinlens-prices');
  page.document.querySelector('[data-name="AK"]')?.setAttribute('data-name', 'USP');
  await page.settle();
  page.report(profits[1]?.key);
  expect(scrolled).toEqual(['M4']);
});
