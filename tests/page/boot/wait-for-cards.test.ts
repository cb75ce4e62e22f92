import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VersionedSettings } from '#protocol/messages.ts';
import { site } from '../sample-page.ts';
import { asked, card, listeners, push, reset, settle, started, tell, watch, worker } from './waiting-page.ts';

beforeEach(reset);

test('the worker is asked before the document is parsed, so that it wakes meanwhile', async () => {
  const { early } = await watch(card);
  expect(early.questions).toEqual(['settings']);
});

test('the worker is not woken before the page is of a kind that has cards', async () => {
  const { window, document, show } = await watch('<main></main>', {}, 'complete', '/faq');
  await push(tell(true));
  await show(true);
  expect(worker.asked).toEqual([]);
  window.history.pushState({}, '', '/market');
  document.body.append(document.createElement('p'));
  await settle();
  await settle();
  expect(worker.asked).toEqual(['settings']);
});

test('a page without cards reports its site’s state to the popup', async () => {
  await watch('<main></main>', {}, 'complete', '/faq');
  const reports = [...listeners].map(
    (listener) => new Promise((resolve) => listener({ ask: 'page-report' }, { id: 'skinlens' }, resolve)),
  );
  expect(await Promise.race(reports)).toMatchObject({ site: site.id, on: true, seen: 0, findings: { kinds: [] } });
  expect(asked).toEqual([]);
});

test('the first card loads overlays and adapter once', async () => {
  const { load } = await watch(card);
  expect([...new Set(asked)]).toEqual(['/overlays.js', `/${site.id}-adapter.js`]);
  await load();
  expect(started).toMatchObject([{ id: site.id, settings: { isOn: true } }]);
  // The settings stay alive.
  expect(listeners.size).toBe(1);
});

test('nothing is loaded in the task that parses the document', async () => {
  expect((await watch(card)).early.files).toEqual(['/overlays.js', `/${site.id}-adapter.js`]);
  asked.splice(0);
  const { early, atRead } = await watch(card, {}, 'loading');
  // The browser may lay the page out in the task that parses it.
  expect([early.files, atRead]).toEqual([[], []]);
  await expect.poll(() => asked).not.toEqual([]);
});

test('the tap of a site that is off is paused, and a site without a tap gets no event', async () => {
  worker.told = () => tell(false);
  expect((await watch(card, { tapped: true })).rests()).toBe(1);
  expect((await watch(card)).rests()).toBe(0);
  expect(started).toEqual([]);
});

test('a site that is switched off while scripts are loaded starts when it is switched on', async () => {
  const { load } = await watch(card);
  await push(tell(false));
  await load();
  expect(started).toEqual([]);
  await push(tell(true));
  expect(started).toHaveLength(1);
});

test('settings that change while scripts load are those of the session', async () => {
  const { load } = await watch(card);
  await push(tell(true, undefined, { theme: 'dark' }));
  await load();
  expect(started).toMatchObject([{ settings: { isOn: true, current: { theme: 'dark' } } }]);
  await push(tell(false));
  expect(started).toMatchObject([{ settings: { isOn: false, current: { theme: 'auto' } } }]);
  expect(worker.asked).toHaveLength(1);
});

test('an answer that a newer push has overtaken changes nothing: overlays stay off', async () => {
  const { promise, resolve } = Promise.withResolvers<VersionedSettings>();
  worker.told = () => promise;
  const older = tell(true);
  const { load } = await watch(card);
  await push(tell(false));
  resolve(older);
  await load();
  expect(started).toEqual([]);
});

test('settings of a new worker are newer, whatever their number', async () => {
  const { load } = await watch(card);
  await push(tell(false));
  await push({ ...tell(true, 1), worker: 'two' });
  await load();
  expect(started).toHaveLength(1);
});

test('nothing is loaded before the first card', async () => {
  const { document, load } = await watch('<main></main>');
  await load();
  expect([asked, started]).toEqual([[], []]);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  document.body.innerHTML = card;
  await new Promise((resolve) => setImmediate(resolve));
  // A busy page lets timers wait.
  expect(started).toHaveLength(1);
  vi.useRealTimers();
});

test('a page that should have cards and has none is read by names while three seconds are not over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { load } = await watch('<main></main>');
  void load();
  await vi.advanceTimersByTimeAsync(1500);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  expect(started).toHaveLength(1);
  vi.useRealTimers();
});

test('a site that was switched on while the page was in the back-forward cache starts on the page’s return', async () => {
  worker.told = () => tell(false);
  const { load, show } = await watch(card);
  await load();
  worker.told = () => tell(true);
  await show(false);
  expect(started).toEqual([]);
  await show(true);
  expect(started).toMatchObject([{ settings: { isOn: true } }]);
});

test('a page that went into the back-forward cache while its scripts loaded loads them anew on its return', async () => {
  const { show, loadLater } = await watch(card);
  // The browser never settles the imports under way.
  loadLater();
  await show(true);
  for (let round = 0; round < 25 && started.length === 0; round++) await settle();
  expect(started).toHaveLength(1);
});

describe('a worker that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Opens a page and fails its first questions: the one that every page asks, and the one of the `pageshow` of its load. */
  async function watchInVain(html: string) {
    worker.fails = 2;
    const page = await watch(html);
    await page.shown;
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.asked.splice(0)).toHaveLength(2);
    return page;
  }

  test('is asked again three times with growing pauses', async () => {
    await watchInVain('<main></main>');
    worker.fails = 9;
    await vi.advanceTimersByTimeAsync(900_000);
    expect(worker.asked).toHaveLength(3);
  });

  test('is asked once more when the page is shown or becomes visible', async () => {
    const { window, document, show } = await watchInVain('<main></main>');
    worker.fails = 9;
    await vi.advanceTimersByTimeAsync(900_000);
    worker.asked.splice(0);
    await show(false);
    expect(worker.asked).toHaveLength(1);
    Object.defineProperty(document, 'visibilityState', { value: 'visible' });
    document.dispatchEvent(new window.Event('visibilitychange'));
    expect(worker.asked).toHaveLength(2);
  });

  test('leaves the page alive: the first card gets its prices after the answer', async () => {
    const { load } = await watchInVain(card);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await load();
    expect(started).toMatchObject([{ id: site.id, settings: { isOn: true } }]);
    expect(worker.asked).toHaveLength(1);
  });

  test('is asked again when it ends without a word: Chromium then never settles the question', async () => {
    worker.ignores = 1;
    const { load } = await watch(card);
    await vi.advanceTimersByTimeAsync(6000);
    vi.useRealTimers();
    await load();
    expect(started).toMatchObject([{ id: site.id, settings: { isOn: true } }]);
  });
});

test('what an older version of the extension left in a page goes', async () => {
  const left = ['prices', 'wait', 'panel', 'offer', 'inventory'].map((name) => `<skinlens-${name}></skinlens-${name}>`);
  const { document } = await watch(`<main>${left.join('')}<p></p></main>`);
  expect(document.querySelector('main')?.innerHTML).toBe('<p></p>');
});

test('a page that has its answer does not ask again when it is shown', async () => {
  const { show } = await watch('<main></main>');
  await show(false);
  expect(worker.asked).toHaveLength(1);
});
