import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { whenHydrated } from '#page/boot/hydration.ts';

/** A page, and how often the work was done after so many steps of waiting. */
function open(html: string, readyState: DocumentReadyState = 'complete') {
  const { document } = new JSDOM(html).window;
  Object.defineProperty(document, 'readyState', { get: () => page.readyState });
  const steps: (() => void)[] = [];
  const page = { document, readyState, done: 0, step: () => steps.shift()?.() };
  whenHydrated(
    document,
    (work) => steps.push(work),
    () => page.done++,
  );
  return page;
}

test.each<[string, string, (page: ReturnType<typeof open>) => void]>([
  [
    'Vue 2',
    '<div id="app" data-server-rendered="true"></div>',
    ({ document }) => document.querySelector('#app')?.removeAttribute('data-server-rendered'),
  ],
  [
    'Angular',
    '<app-root ng-server-context="ssr"><p ngh="0"></p></app-root>',
    ({ document }) => document.querySelector('p')?.removeAttribute('ngh'),
  ],
  [
    'Next',
    '<div id="__next"></div><script src="/_next/static/chunks/main.js"></script>',
    ({ document }) => document.body.append(document.createElement('next-route-announcer')),
  ],
  [
    'Astro',
    '<astro-island ssr client="load"></astro-island>',
    ({ document }) => document.querySelector('astro-island')?.removeAttribute('ssr'),
  ],
])('a page that %s rendered on a server is left alone until it is hydrated', (_, html, hydrate) => {
  const page = open(html);
  page.step();
  page.step();
  expect(page.done).toBe(0);
  hydrate(page);
  page.step();
  expect(page.done).toBe(1);
});

test.each([
  ['Nuxt 3', '<div id="__nuxt"></div><script id="__NUXT_DATA__" type="application/json">[]</script>'],
  ['React 17', '<div id="root"><main data-reactroot=""></main></div>'],
  ['React', '<div id="root"><main>12<!-- --> items</main></div>'],
  ['a streaming React', '<div id="root"><!--$--><main></main><!--/$--></div>'],
])('a page that a server of %s rendered is left alone until it is complete', (_, html) => {
  const page = open(html, 'interactive');
  page.step();
  expect(page.done).toBe(0);
  page.readyState = 'complete';
  page.step();
  expect(page.done).toBe(1);
});

test('a page gets its prices as soon as it is parsed, once', () => {
  const page = open('<div id="root"></div>', 'loading');
  expect(page.done).toBe(0);
  page.readyState = 'interactive';
  const changed = page.document.createEvent('Event');
  changed.initEvent('readystatechange');
  page.document.dispatchEvent(changed);
  expect(page.done).toBe(1);
  page.step();
  page.document.dispatchEvent(changed);
  expect(page.done).toBe(1);
});

test('any other page is not waited for, and no page for ever', () => {
  expect(open('<div id="root"></div>', 'interactive').done).toBe(1);
  expect(open('<div id="root"><!-- cards --><!----></div>', 'interactive').done).toBe(1);
  const page = open('<div data-server-rendered="true"></div>');
  for (let step = 0; step < 100; step++) page.step();
  expect(page.done).toBe(1);
});
