import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '#core/prices/offer.ts';
import { removeHost } from '#page/cards/overlay-host.ts';
import { Panel } from '#page/panel/panel.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { view as sampleView } from '../sample-page.ts';
import { openCards, scroll } from './panel-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const view: SettingsView = { ...sampleView, markets: ['buff163', 'dmarket'] };
const now = 1_800_000_000_000;
const detail = (market: Offer['market'], cents?: number): Offer => ({
  market,
  ...(cents !== undefined && { asOf: now, cents }),
});

function open() {
  const page = openCards('AK', 'AWP');
  const [ak, awp] = page.cards;
  if (!ak || !awp) throw new Error('no page');
  const panel = new Panel(view, page.environment);
  const part = (selector: string) => panel.element.shadowRoot?.querySelector<HTMLElement>(selector);
  const priceOf = (market: string) => part(`tr[data-market="${market}"]`)?.textContent ?? '';
  return { ...page, ak, awp, panel, part, priceOf };
}

test('an open panel follows the markets that the worker loads, and a closed one asks nothing', async () => {
  const { ak, panel, asked, answers, priceOf } = open();
  answers.details = [detail('buff163', 4000), detail('dmarket')];
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(priceOf('buff163')).toContain('$40.00');
  expect(asked).toEqual(['AK']);
  answers.details = [detail('buff163', 4000), detail('dmarket', 5000)];
  panel.refreshDetails();
  await vi.advanceTimersByTimeAsync(0);
  expect(priceOf('dmarket')).toContain('$50.00');
  panel.close();
  panel.refreshDetails();
  expect(asked).toEqual(['AK', 'AK']);
});

test('markets that came while the panel was closed show when it opens', async () => {
  const { ak, panel, answers, priceOf } = open();
  answers.details = [detail('dmarket')];
  await panel.loadDetails(ak.host);
  answers.details = [detail('dmarket', 5000)];
  panel.refreshDetails();
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  expect(priceOf('dmarket')).toContain('$50.00');
});

test('a pinned panel loses the row of a market that the user takes away, before the worker tells', async () => {
  const { ak, panel, answers, asked, priceOf } = open();
  answers.details = [detail('buff163', 4000), detail('dmarket', 5000)];
  panel.pin(ak.host, false);
  await vi.advanceTimersByTimeAsync(0);
  expect(priceOf('dmarket')).toContain('$50.00');
  panel.show({ ...view, markets: ['buff163'] });
  expect(priceOf('dmarket')).toBe('');
  expect(asked).toEqual(['AK', 'AK']);
});

test('details that come late never show under another item', async () => {
  const { ak, awp, panel, environment, priceOf, shown } = open();
  const late = Promise.withResolvers<readonly Offer[]>();
  const early = [detail('buff163', 5555)];
  Object.assign(environment, { details: async (name: string) => (name === 'AK' ? late.promise : early) });
  panel.open(ak.host);
  panel.open(awp.host);
  await vi.advanceTimersByTimeAsync(100);
  late.resolve([detail('buff163', 7777)]);
  await vi.advanceTimersByTimeAsync(100);
  panel.show(view);
  expect(shown()).toBe('AWP');
  expect(priceOf('buff163')).toContain('$55.55');
});

test('a pointer that crosses another card takes nothing from the panel', async () => {
  const { ak, awp, panel, environment, priceOf } = open();
  Object.assign(environment, { details: async () => [detail('dmarket', 5000)] });
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(100);
  await panel.loadDetails(awp.host);
  panel.pin(ak.host, false);
  panel.show(view);
  expect(priceOf('dmarket')).toContain('$50.00');
});

test('without details the panel has the prices of its overlay', async () => {
  const { ak, panel, environment, priceOf } = open();
  Object.assign(environment, { details: () => Promise.reject(new Error('the extension is gone')) });
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(100);
  expect(priceOf('buff163')).toContain('$34.05');
});

test('the panel follows the prices and the theme of its overlay', () => {
  const { ak, panel, priceOf, theme } = open();
  panel.open(ak.host);
  expect(priceOf('buff163')).toContain('$34.05');
  ak.draw('dear', 'light');
  expect(priceOf('buff163')).toContain('$999.99');
  expect(theme()).toBe('light');
});

test('the panel closes with its overlay and out of sight, and the overlay says whether it is open', () => {
  const { ak, awp, panel, shown } = open();
  const expanded = () => [ak, awp].map(({ host }) => host.root.querySelector('button')?.getAttribute('aria-expanded'));
  panel.open(ak.host);
  expect(expanded()).toEqual(['true', null]);
  ak.draw('dear');
  expect(expanded()).toEqual(['true', null]);
  panel.open(awp.host);
  expect(expanded()).toEqual(['false', 'true']);
  panel.updatePosition();
  expect(shown()).toBe('AWP');
  scroll(awp.host.element, true);
  panel.updatePosition();
  expect(shown()).toBeNull();
  panel.open(ak.host);
  removeHost(ak.host);
  expect(shown()).toBeNull();
});

test('a panel is pinned until it closes, for whatever reason', () => {
  const { ak, awp, panel } = open();
  panel.open(ak.host);
  expect(panel.isPinned).toBe(false);
  panel.pin(ak.host, false);
  expect(panel.isPinned).toBe(true);
  panel.open(awp.host);
  expect(panel.isPinned).toBe(false);
  panel.pin(awp.host, false);
  removeHost(awp.host);
  expect(panel.isPinned).toBe(false);
});

test('the page can neither open tabs by the panel nor learn more than that it copied', async () => {
  const { ak, panel, part, asked, environment, window } = open();
  const copied: string[] = [];
  Object.assign(environment, { copy: async (text: string) => void copied.push(text) });
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(100);
  for (const act of ['explore', 'alert'])
    part(`[data-act="${act}"]`)?.dispatchEvent(new window.MouseEvent('click', { bubbles: true }));
  expect(asked).toEqual(['AK']);
  part('[data-act="copy"]')?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(copied.join()).toContain('AK');
  expect(part('.copy-status')?.textContent).not.toBe('');
});

test('a click on a price to type copies its digits', async () => {
  const { ak, panel, part, environment } = open();
  const copied: string[] = [];
  Object.assign(environment, { copy: async (text: string) => void copied.push(text) });
  ak.draw('exit');
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  part('[data-limit="pay"]')?.click();
  // 950.00 ÷ 1.05.
  expect(copied).toEqual(['904.76']);
});

test('a push that brings nothing new leaves the buttons where they are', async () => {
  const { ak, panel, part, answers } = open();
  answers.details = [detail('dmarket', 5000)];
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  const button = part('[data-act="copy"]');
  panel.refreshDetails();
  await vi.advanceTimersByTimeAsync(0);
  expect(button?.isConnected && button === part('[data-act="copy"]')).toBe(true);
});

test('what the user opened in the panel stays open while prices come', () => {
  const { ak, panel, part } = open();
  ak.draw('exit');
  panel.open(ak.host);
  const isOpen = () => part('details.exit-sum')?.hasAttribute('open');
  expect(isOpen()).toBe(false);
  part('details.exit-sum')?.setAttribute('open', '');
  ak.draw('exit at a loss');
  expect([part('.exit-sum strong')?.textContent.slice(0, 1), isOpen()]).toEqual(['−', true]);
});

test('arrows move between the tabs, of which one is drawn', async () => {
  const { ak, panel, part, answers, window } = open();
  const fee = { percent: 2, cents: 0 };
  const taken = { buying: fee, selling: fee, cashingOut: fee };
  answers.details = (['steam', 'dmarket'] as const).map((market) => ({ ...detail(market, 4000), count: 9 }));
  panel.show({
    ...view,
    markets: ['steam', 'dmarket'],
    fees: { confirmed: true, markets: { steam: taken, dmarket: taken } },
  });
  panel.pin(ak.host, true);
  await vi.advanceTimersByTimeAsync(0);
  const press = (key: string) =>
    panel.element.shadowRoot?.activeElement?.dispatchEvent(
      new window.KeyboardEvent('keydown', { key, bubbles: true, composed: true }),
    );
  const shown = () => [
    part('[aria-selected="true"]')?.id,
    panel.element.shadowRoot?.activeElement?.id,
    part('.history, .cash')?.className,
  ];
  part('[data-tab="history"]')?.focus();
  expect(shown()).toEqual(['history', 'history', 'history']);
  press('ArrowRight');
  expect(shown()).toEqual(['cash', 'cash', 'cash']);
  press('ArrowRight');
  expect(shown()).toEqual(['history', 'history', 'history']);
});

test('says how fast the item goes where a sale leaves most', async () => {
  const { ak, panel, part, environment } = open();
  const markets = [10, 30].map((gone, at) => ({ market: at ? 'dmarket' : 'whitemarket', days: [], recent: [], gone }));
  Object.assign(environment, { history: async () => ({ state: 'found', markets, since: null }) });
  ak.draw('exit');
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  expect(part('.line [title^="Sold or taken off"]')?.textContent).toContain('WhiteMarket: listings go');
});

test('the word that something was copied stays while prices come, until the panel closes', async () => {
  const { ak, awp, panel, part, environment, answers } = open();
  Object.assign(environment, { copy: async () => undefined });
  panel.open(ak.host);
  part('[data-act="copy"]')?.click();
  await vi.advanceTimersByTimeAsync(0);
  const said = part('.copy-status')?.textContent;
  answers.details = [detail('dmarket', 5000)];
  panel.refreshDetails();
  await vi.advanceTimersByTimeAsync(0);
  expect(said).not.toBe('');
  expect(part('.copy-status')?.textContent).toBe(said);
  panel.open(awp.host);
  expect(part('.copy-status')?.textContent).toBe('');
});
