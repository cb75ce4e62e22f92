import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { explorePath } from '#core/settings/explore-path.ts';
import { readOverlays, until } from '#demo/driver-contract.ts';
import { fillHistory } from '#demo/sample-history.ts';
import { openPanel } from '../comparison-panel.ts';
import { expectPriced } from '../expect-overlays.ts';
import { chooseTab, expectText, refresh, typeInSearch, withPopup } from '../popup.ts';
import type { RecordedRequest } from '../recording-proxy.ts';
import { countDetails } from '../send.ts';
import { setTarget, starBySearch } from '../watch-list.ts';
import { useWorld } from '../world.ts';

const searched = 'AK-47 | Vulcan (Minimal Wear)';
const watched = 'AWP | Asiimov (Field-Tested)';
const pages = [
  ['csfloat', 'search'],
  ['waxpeer', 'list'],
  ['steam', 'listing'],
  ['steam', 'trade offer'],
] as const;

/** What is left of a text in base64 wherever in the encoded bytes it begins: its first and last letters differ then. */
const inBase64 = (text: string): readonly string[] =>
  [0, 1, 2].map((before) =>
    Buffer.from('-'.repeat(before) + text)
      .toString('base64')
      .slice(4, -4),
  );

/** A name as it can stand in a request. */
const formsOf = (name: string): readonly string[] => [
  name,
  JSON.stringify(name).slice(1, -1),
  encodeURIComponent(name),
  encodeURI(name),
  new URLSearchParams({ name }).toString().slice('name='.length),
  ...inBase64(name),
  ...inBase64(encodeURIComponent(name)),
];

const namesIn = ({ sent }: RecordedRequest, names: Iterable<string>): readonly string[] =>
  [...names].filter((name) => formsOf(name).some((form) => sent.toLowerCase().includes(form.toLowerCase())));

describe('of all that is sent on a day', { tags: ['full'] }, () => {
  const items = [searched, watched];
  const world = useWorld({ names: items, history: fillHistory(items, 90) });
  const seen = new Set(items);

  /** Opens pages, points at cards, and reads the comparison of each first card with its history. */
  async function lookAtPages(): Promise<void> {
    for (const [site, kind] of pages) {
      const { page } = await world().open(site, kind);
      await expectPriced(page, await world().stack.prices());
      for (const { item } of await readOverlays(page)) if (item) seen.add(item);
      for (const host of (await page.$$('skinlens-prices')).slice(0, 5)) await host.hover();
      await openPanel(page);
      await until('the history', () => historyOfPanel(page));
      for (const name of seen) await countDetails(world().own, name);
    }
  }

  async function usePopup(): Promise<void> {
    const page = await world().driver.browser.newPage();
    await withPopup(world().driver, page, async (popup) => {
      await typeInSearch(popup, searched);
      await popup.keyboard.press('ArrowDown');
      await popup.waitForSelector('.history-cell .history');
      await refresh(popup);
    });
    await withPopup(world().driver, page, async (popup) => {
      await popup.bringToFront();
      await starBySearch(popup, watched);
      await setTarget(popup, watched, '0.01');
      await expectText(popup, /not triggered yet/);
    });
    await page.close();
  }

  async function useOwnPages(): Promise<void> {
    const explore = await world().driver.openExtensionPage(explorePath(searched));
    await explore.waitForSelector('.item-page .past .history');
    await explore.evaluate(() => {
      location.hash = 'list=1';
    });
    await explore.waitForSelector('textarea');
    await explore.type('textarea', watched);
    await explore.click('.bulk button[type=submit]');
    await explore.waitForSelector('.bulk tbody tr');
    await explore.close();
    const options = await world().driver.openExtensionPage('options.html');
    await expectText(options, /BUFF163/);
    await options.close();
  }

  const requests = () => world().stack.requests();
  const named = () => requests().filter((request) => namesIn(request, seen).length > 0);

  test('nothing names an item until the user has the relay watch the alerts, and then only the list does', async () => {
    await world().configure({ markets: ['buff163', 'youpin', 'csfloat', 'steam'], overlay: { change: true } });
    await lookAtPages();
    await usePopup();
    await useOwnPages();
    const kinds = new Set(requests().map(({ path }) => path.replace(/\?.*/, '')));
    expect([...kinds]).toEqual(expect.arrayContaining(['/api/get-partner-prices', '/api/prices', '/api/histories']));
    expect(seen.size).toBeGreaterThan(20);
    expect(named()).toEqual([]);
    expect(world().hosts()).toEqual([]);

    const page = await world().driver.browser.newPage();
    await withPopup(world().driver, page, async (popup) => {
      await popup.bringToFront();
      await chooseTab(popup, 'watch');
      await expectText(popup, /Sends your alerts to your relay.*Item names, limits/);
      await (await popup.waitForSelector('.relay-alerts input'))?.click();
      await expectText(popup, /The relay (has|watches) your alerts/);
    });
    expect(named().map((request) => [request.method, request.path, namesIn(request, seen)])).toEqual([
      ['PUT', expect.stringMatching(/^\/api\/watch-list\?device=[\w-]+$/), [watched]],
    ]);
    await page.close();
  });
});

const historyOfPanel = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('.history')?.textContent ?? '';
    return text !== '' && !text.includes('Loading') ? text : undefined;
  });
