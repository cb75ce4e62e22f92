import { expect, test, vi } from 'vitest';
import { watchTheme } from '#page/overlays/page-theme.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { openPage, view } from '../sample-page.ts';

const auto: SettingsView = { ...view, theme: 'auto' };
const styles = '<style>html{background:#fff}html.night,html[data-theme=dark] body,.dusk{background:#111}</style>';

/** A light page with two cards, on which overlays follow the page's theme. */
async function openLight() {
  const page = openPage(['AK', 'AWP']);
  const scheme = new EventTarget();
  const { documentElement: root, head, defaultView } = page.document;
  head.innerHTML = styles;
  Object.assign(defaultView ?? {}, { matchMedia: () => scheme });
  page.overlays.show(auto);
  await page.start();
  const themes = () => page.hosts().map((host) => host.getAttribute('data-theme'));
  return { ...page, root, themes, scheme };
}

test.each<[string, (page: Awaited<ReturnType<typeof openLight>>) => void]>([
  ['a class of the root', ({ root }) => root.classList.add('night')],
  ['an attribute of the root', ({ root }) => root.setAttribute('data-theme', 'dark')],
  ['a class of the body', ({ document }) => document.body.classList.add('dusk')],
  ['a style of the body', ({ document }) => document.body.setAttribute('style', 'background: #000')],
  [
    'the scheme of the browser',
    ({ document, scheme }) => {
      document.styleSheets[0]?.insertRule('html { background: #000 }', 2);
      scheme.dispatchEvent(new Event('change'));
    },
  ],
])('overlays turn dark with the page by %s', async (_, darken) => {
  const page = await openLight();
  expect(page.themes()).toEqual(['light', 'light']);
  darken(page);
  await page.settle();
  expect(page.themes()).toEqual(['dark', 'dark']);
});

test('overlays turn dark with a page that fades', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = await openLight();
  page.root.classList.add('fading');
  await page.settle();
  // As a transition ends: no attribute changes.
  page.document.styleSheets[0]?.insertRule('.fading { background: #000 }', 2);
  await page.settle();
  expect(page.themes()).toEqual(['light', 'light']);
  await vi.advanceTimersByTimeAsync(1000);
  await page.settle();
  expect(page.themes()).toEqual(['dark', 'dark']);
  vi.useRealTimers();
});

test('a page that changes but keeps its theme gets nothing drawn again', async () => {
  const page = await openLight();
  const { drawn } = page.worker;
  page.root.classList.add('scrolled');
  await page.settle();
  expect(page.worker.drawn).toBe(drawn);
});

test('a chosen theme stays and measures nothing, until the page’s is chosen', async () => {
  const page = await openLight();
  page.overlays.show({ ...view, theme: 'light' });
  await page.settle();
  const measured = vi.spyOn(page.document.defaultView ?? window, 'getComputedStyle');
  page.root.classList.add('night');
  await page.settle();
  expect(page.themes()).toEqual(['light', 'light']);
  expect(measured).not.toHaveBeenCalled();
  page.overlays.show(auto);
  await page.settle();
  expect(page.themes()).toEqual(['dark', 'dark']);
});

function watched() {
  const { document } = openPage();
  const later: (() => void)[] = [];
  const end = new AbortController();
  let calls = 0;
  watchTheme(
    document,
    (work) => void later.push(work),
    () => void calls++,
    end.signal,
  );
  const change = async () => {
    document.body.classList.toggle('open');
    await Promise.resolve();
  };
  return { change, later, end: () => end.abort(), calls: () => calls };
}

test('a page that changes all the time is measured twice a fade', async () => {
  const { change, later, calls } = watched();
  for (let at = 0; at < 50; at++) await change();
  expect(calls()).toBe(1);
  for (const fade of [2, 3]) {
    later.shift()?.();
    expect(calls()).toBe(fade);
  }
  expect(later).toEqual([]);
});

test('switched off, nothing is measured', async () => {
  const { change, later, calls, end } = watched();
  await change();
  end();
  later.shift()?.();
  await change();
  expect(calls()).toBe(1);
});
