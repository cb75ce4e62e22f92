import { expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Reading } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { openPage, site, view } from '../sample-page.ts';

/** The sample market, whose cards carry a whole reading. */
const readings = {
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card: Element): Reading => JSON.parse(card.getAttribute('data-name') ?? ''),
  })),
};
const usd = (cents: number) => ({ listing: { cents, currency: 'USD' } });
const card = (more: object = {}) => JSON.stringify({ item: 'AK', wearValue: 0.2, ...usd(500), ...more });

async function open(...cards: string[]) {
  const page = openPage(cards, readings);
  await page.start();
  const told = () => page.worker.told.at(-1)?.listings.map((text) => JSON.parse(text));
  const marks = () => page.hosts().map(({ shadowRoot }) => shadowRoot?.querySelector('.warn')?.textContent);
  return { ...page, told, marks };
}

test('a page tells its listings once, those that go are told as gone, and each minute it tells again', async () => {
  const page = await open(card(), card({ own: true }), card({ phase: 'Ruby', wearValue: undefined }));
  const known = { item: 'AK', wearValue: 0.2, ...usd(500), typed: dollar };
  expect(page.told()).toEqual([known, { ...known, own: true }, { ...known, wearValue: undefined, phase: 'Ruby' }]);
  expect(page.worker.told).toMatchObject([{ address: 'https://sample.invalid/market', deals: 0 }]);
  page.main.lastElementChild?.remove();
  await page.settle();
  expect(page.told()).toHaveLength(2);
  page.overlays.tick();
  await page.settle();
  expect(page.worker.told).toHaveLength(3);
});

test('no page tells a listing without wear and phase, one that is disputed, or any where the user does not want it', async () => {
  const prints = { printed: [{ cents: 900, currency: 'USD' }] };
  const page = await open(card({ wearValue: undefined }), card(prints), card({ listing: undefined }));
  expect(page.worker.told).toEqual([]);
  page.add(card());
  await page.settle();
  expect(page.told()).toHaveLength(1);
  page.overlays.show({ ...view, overlay: { ...view.overlay, beaten: false } });
  await page.settle();
  expect(page.told()).toEqual([]);
  page.overlays.stop();
  expect(toSettingsView(parseSettings({}), 'sample').overlay.beaten).toBe(true);
});

test('a card has the mark while the worker knows a better listing, and loses it with its price', async () => {
  const page = await open(card(), card({ wearValue: 0.3 }));
  page.worker.beaten = [JSON.stringify({ ...JSON.parse(card()), typed: dollar })];
  page.overlays.tick();
  await page.settle();
  expect(page.marks()).toEqual(['⇊', undefined]);
  page.main.firstElementChild?.setAttribute('data-name', card(usd(400)));
  page.overlays.rescan([...page.main.children]);
  await page.settle();
  expect(page.marks()).toEqual([undefined, undefined]);
});
