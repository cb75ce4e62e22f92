import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/markets.ts';
import { within } from '#demo/extension.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { useWorld } from './world.ts';

const isOpen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('skinlens-panel')?.matches(':popover-open') ?? false);
const opened = (page: Page, wanted = true) =>
  until(
    wanted ? 'the comparison' : 'the comparison to be gone',
    async () => (await isOpen(page)) === wanted || undefined,
  );
const panelText = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('skinlens-panel')?.shadowRoot?.textContent ?? '');
const focusOverlay = (page: Page, at = 0): Promise<void> =>
  page.evaluate(
    (at) => document.querySelectorAll('skinlens-prices')[at]?.shadowRoot?.querySelector('button')?.focus(),
    at,
  );
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');

/** The tooltips of the first overlay's rows. */
const rowTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(
      document.querySelector('skinlens-prices')?.shadowRoot?.querySelectorAll('[data-market]') ?? [],
      (row) => row.getAttribute('title') ?? '',
    ),
  );

async function openPriced(world: ReturnType<ReturnType<typeof useWorld>>, settings: object = {}): Promise<Page> {
  await world.configure(settings);
  const { page } = await world.open('csfloat', 'search');
  await settledOverlays(page, 30_000);
  return page;
}

describe.each(['chrome', 'firefox'] as const)('the comparison in %s', (kind) => {
  const world = useWorld(kind);

  test('opens by key beside its overlay, takes the focus, and gives it back on Escape', async () => {
    const page = await openPriced(world());
    await focusOverlay(page);
    await page.keyboard.press('Enter');
    await opened(page);
    expect(await focused(page)).toBe('SKINLENS-PANEL');
    expect(await panelText(page)).toContain('BUFF163');
    const apart = await page.evaluate(() => {
      const panel = document.querySelector('skinlens-panel')?.getBoundingClientRect();
      const host = document.querySelector('skinlens-prices')?.getBoundingClientRect();
      return panel && host ? Math.max(panel.top - host.bottom, host.top - panel.bottom) : Number.NaN;
    });
    expect(apart).toBeGreaterThanOrEqual(0);
    expect(apart).toBeLessThan(20);
    await page.keyboard.press('Escape');
    await opened(page, false);
    expect(await focused(page)).toBe('SKINLENS-PRICES');
  });

  test('opens for a resting pointer and closes when it leaves; a click keeps it and does not reach the card', async () => {
    const page = await openPriced(world());
    const spot = await page.evaluate(() => {
      const host = document.querySelector('skinlens-prices');
      document.addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
      const box = host?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 10 };
    });
    expect(await rowTitles(page)).toEqual(['', '', '']);
    await page.mouse.move(spot.x, spot.y);
    await opened(page);
    for (const title of await rowTitles(page)) expect(title).toMatch(/^(BUFF163|YouPin|CSFloat) /);
    await page.mouse.move(2, 2);
    await opened(page, false);
    await page.mouse.click(spot.x, spot.y);
    await opened(page);
    await page.mouse.move(2, 2);
    await page.mouse.click(2, 2);
    await opened(page, false);
    expect(await page.evaluate(() => document.querySelector('skinlens-panel'))).toBeNull();
  });

  test('goes with its card, and when the site is switched off', async () => {
    const page = await openPriced(world());
    await focusOverlay(page);
    await page.keyboard.press('Enter');
    await opened(page);
    await page.evaluate(() => document.querySelector('skinlens-prices')?.closest('[data-expect]')?.remove());
    await opened(page, false);
    await focusOverlay(page, 1);
    await page.keyboard.press('Enter');
    await opened(page);
    await world().configure({ sites: { csfloat: false } });
    await opened(page, false);
    await until('nothing of ours', () =>
      page.evaluate(() => document.querySelector('skinlens-prices, skinlens-panel') === null || undefined),
    );
  });

  test('shows every chosen market in time, and its links leave without a trace', async () => {
    const page = await openPriced(world(), { markets: marketIds.slice(0, 4) });
    await focusOverlay(page);
    await page.keyboard.press('Enter');
    // It is fetched last, while the comparison is open.
    const fourth = () =>
      page.evaluate(
        () => !!document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('[data-market="dmarket"]'),
      );
    await until('the fourth market', async () => (await fourth()) || undefined, { limitMs: 60_000 });
    const links = await page.evaluate(() =>
      Array.from(document.querySelector('skinlens-panel')?.shadowRoot?.querySelectorAll('a') ?? [], (link) => ({
        href: link.href,
        rel: link.rel,
        target: link.target,
      })),
    );
    for (const { href, rel, target } of links) {
      expect(href).toMatch(/^https:/);
      expect({ rel, target }).toEqual({ rel: 'noopener noreferrer', target: '_blank' });
    }
  });
});

interface Extension {
  readonly action: { readonly getBadgeText: (of: { tabId: number }) => Promise<string> };
  readonly tabs: { readonly query: (which: object) => Promise<readonly { readonly id?: number }[]> };
  readonly commands: { readonly getAll: () => Promise<readonly { readonly name?: string }[]> };
}

declare const chrome: Extension;

describe('deals and control', () => {
  const world = useWorld('chrome');
  const deals = { on: true, percentBelow: 5, minCents: 0 };
  /** The counts of all tabs in one: only one of them is a marketplace. */
  const badge = () =>
    within(world().driver, (own) =>
      own.evaluate(async () => {
        const tabs = await chrome.tabs.query({});
        const texts = tabs.map(({ id = 0 }) => chrome.action.getBadgeText({ tabId: id }));
        return (await Promise.all(texts)).join('');
      }),
    );
  const count = (page: Page, what: string) => page.evaluate((what) => document.querySelectorAll(what).length, what);

  test('deals are outlined and counted on the toolbar, and no longer when they are off', async () => {
    const page = await openPriced(world(), { deals });
    const marked = await count(page, 'skinlens-prices[data-deal]');
    expect(marked).toBeGreaterThan(0);
    await until('the count', async () => (await badge()) === String(marked) || undefined);
    await world().configure({ deals: { ...deals, on: false } });
    await page.bringToFront();
    await until('no deal', async () => (await count(page, 'skinlens-prices[data-deal]')) === 0 || undefined);
    await until('no count', async () => (await badge()) === '' || undefined);
  });

  test('hidden overlays leave nothing, and come back', async () => {
    const page = await openPriced(world());
    await world().configure({ hidden: true });
    await page.bringToFront();
    await until('nothing of ours', async () => (await count(page, 'skinlens-prices')) === 0 || undefined);
    await world().configure({ hidden: false });
    await page.bringToFront();
    await until('overlays', async () => (await count(page, 'skinlens-prices')) > 0 || undefined);
  });

  test('there is a shortcut for that', async () => {
    const commands = await within(world().driver, (own) => own.evaluate(() => chrome.commands.getAll()));
    expect(commands.map(({ name }) => name)).toContain('toggle-overlays');
  });

  test('hidden until the pointer is on the card, where that is wished', async () => {
    const page = await openPriced(world(), { overlay: { density: 'hover' } });
    const opacity = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('skinlens-prices') ?? document.body).opacity);
    expect(await opacity()).toBe('0');
    const spot = await page.evaluate(() => {
      const box = document.querySelector('item-card')?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 };
    });
    await page.mouse.move(spot.x, spot.y);
    await until('the overlay to be seen', async () => (await opacity()) === '1' || undefined);
    await page.mouse.move(2, 2);
    await until('the overlay to be hidden', async () => (await opacity()) === '0' || undefined);
  });
});

describe('for everybody', () => {
  const world = useWorld('chrome');
  const looks = (['dark', 'light'] as const).flatMap((theme) =>
    (['normal', 'compact'] as const).map((density) => ({ theme, density })),
  );

  test.each(looks)('axe finds nothing in overlays and comparison, $theme and $density', async ({ theme, density }) => {
    const page = await openPriced(world(), { theme, overlay: { density, difference: 'both' } });
    await focusOverlay(page);
    await page.keyboard.press('Enter');
    await opened(page);
    await page.evaluate(`${axe.source}; undefined`);
    const found = await page.evaluate(`axe.run({ include: [['skinlens-prices'], ['skinlens-panel']] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary).join('; ')))`);
    expect(found).toEqual([]);
  });

  test.each(['normal', 'compact'] as const)(
    'a card of 150 px cuts nothing and is at most 72 px high, %s',
    async (density) => {
      const currency = { show: 'fixed', code: 'CHF' };
      const page = await openPriced(world(), {
        overlay: { density, difference: 'both' },
        currency,
        rates: { CHF: 0.81 },
        deals: { on: true, percentBelow: 5 },
      });
      await page.addStyleTag({
        content:
          'item-card { width: 150px !important; padding: 0 !important; } mat-card { padding: 0 !important; border: 0 !important; }',
      });
      const cut = await page.evaluate(() =>
        Array.from(document.querySelectorAll('skinlens-prices'), (host) => {
          const parts = [...(host.shadowRoot?.querySelectorAll('.row, .price, .diff, .foot, .why, .notice') ?? [])];
          const cut = parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
          const { width, height } = host.getBoundingClientRect();
          return { width, tall: height > 72, cut: cut.map((part) => `${part.className}: ${part.textContent}`) };
        }),
      );
      expect(cut.length).toBeGreaterThan(4);
      for (const one of cut) expect(one).toEqual({ width: 150, tall: false, cut: [] });
    },
  );
});
