import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { readOverlays, until } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { sampleOf } from '../browser.ts';
import { expectPriced, problemsOf } from '../expect-overlays.ts';
import { useSharedTab } from '../shared-tab.ts';
import { useWorld } from '../world.ts';

/** Attacks of a malicious page. Each runs inside the page. */

declare global {
  interface Window {
    errors: string[];
    restore: () => void;
  }
}

const recordErrors = (): void => {
  window.errors = [];
  addEventListener('error', ({ message }) => window.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.errors.push(`not handled: ${reason}`));
};

/** Replaces common built-in functions by ones that throw, before any other script of the page runs. */
const breakBuiltIns = (): void => {
  const originals: (() => void)[] = [];
  window.restore = () => {
    for (const restore of originals) restore();
  };
  const broken = (): never => {
    throw new Error('the page’s');
  };
  const replace = (object: object, name: PropertyKey, with_: PropertyDescriptor) => {
    const own = Object.getOwnPropertyDescriptor(object, name);
    originals.push(() => (own ? Object.defineProperty(object, name, own) : Reflect.deleteProperty(object, name)));
    Object.defineProperty(object, name, { ...with_, configurable: true });
  };
  const methods: readonly [object, string][] = [
    ...['map', 'filter', 'some', 'splice', 'flatMap', 'reduce', 'shift', 'slice'].map((name): [object, string] => [
      Array.prototype,
      name,
    ]),
    [Promise.prototype, 'catch'],
    [RegExp.prototype, 'exec'],
    [RegExp.prototype, 'test'],
    [String.prototype, 'toString'],
    [String.prototype, 'replaceAll'],
    [JSON, 'parse'],
    [JSON, 'stringify'],
    [window, 'MutationObserver'],
    [window, 'CustomEvent'],
    [customElements, 'define'],
    [Response.prototype, 'clone'],
    [Element.prototype, 'closest'],
    [Element.prototype, 'querySelector'],
  ];
  for (const [object, name] of methods) replace(object, name, { value: broken, writable: true });
  for (const name of ['textContent', 'nodeValue']) replace(Node.prototype, name, { get: broken, set: broken });
  for (const name of ['apply', 'detail', 'bubbles', 'listing', 'signal'])
    replace(Object.prototype, name, { get: broken, set: broken });
};

const forgeMessages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const send = (name: string, detail: unknown) =>
      document.dispatchEvent(new CustomEvent(`skinlens:${name}`, { detail }));
    const markup = '<img src=x onerror="window.errors.push(\'it ran\')">';
    const rows = [
      { key: 'f1', item: markup, phase: markup, listing: { cents: 1e300, currency: 'USD' } },
      { key: 'f2', item: 'x'.repeat(1 << 20), listing: { cents: -1, currency: markup } },
      { key: '__proto__', item: 'AK-47', listing: { cents: 100, currency: 'USD' } },
      { key: 'constructor', item: { toString: () => 'x' } },
    ];
    const bodies = [
      rows,
      { items: rows },
      { items: Array(20_000).fill({ item_id: 1, name: markup, price: 1e308 }) },
      JSON.parse('{"__proto__":{"items":1}}'),
    ];
    const details: unknown[] = [
      ...bodies.map((body) => `https://waxpeer.com/api/csgo/browse?x\n${JSON.stringify(body)}`),
      ...bodies.map((body) => JSON.stringify(body)),
      `https://waxpeer.com/api/csgo/browse\n${'['.repeat(200_000)}`,
      `https://waxpeer.com/api/csgo/browse\n"${'x'.repeat(9 << 20)}"`,
      '\n',
      'x',
      7,
      null,
      { toString: () => 'https://waxpeer.com/api/csgo/browse\n{"items":[]}' },
      Object.defineProperty({}, 'length', {
        get: () => {
          throw new Error('a getter');
        },
      }),
    ];
    for (const detail of details)
      for (const name of ['answer', 'state', 'listen', 'read-state', 'unknown']) send(name, detail);
  });

/** Records every message between the worlds that a page can listen to. */
const recordMessages = (): void => {
  const said: string[] = [];
  for (const name of ['listen', 'read-state', 'stop', 'answer', 'state'])
    document.addEventListener(`skinlens:${name}`, (event) =>
      said.push(`${name} ${'detail' in event ? event.detail : ''}`),
    );
  addEventListener('message', ({ data }) => said.push(`message ${JSON.stringify(data)}`));
  Object.assign(window, { said });
};

const token = 'e2e-token-that-no-page-may-see';
const world = useWorld();
const tab = useSharedTab(world);

const errorsIn = (page: Page): Promise<string[]> => page.evaluate(() => window.errors);

/** A page whose first scripts are these. */
const startingWith = (sample: SamplePage, ...scripts: (() => void)[]): SamplePage => ({
  ...sample,
  html: sample.html.replace(
    '<head>',
    `<head>${[recordErrors, ...scripts].map((script) => `<script>(${script})()</script>`).join('')}`,
  ),
});

const open = (site: string, page: string, ...scripts: (() => void)[]): Promise<Page> =>
  tab.open(startingWith(sampleOf(site, page), ...scripts));

/** Waits for overlays, in a page without working built-in functions. */
const hasOverlays = (page: Page) =>
  until('overlays', () => page.evaluate(() => document.querySelectorAll('skinlens-prices').length > 3 || undefined));

describe('a malicious page', () => {
  test('that replaced built-in functions is read as any other and gets no error', async () => {
    const page = await open('csfloat', 'search', breakBuiltIns);
    await hasOverlays(page);
    await page.evaluate(() => window.restore());
    await expectPriced(page, await world().stack.prices());
    expect(await errorsIn(page)).toEqual([]);
  });

  test('that replaced built-in functions around the tap gets no error and no wrong overlay', async () => {
    const page = await open('youpin', 'list', breakBuiltIns);
    await page.waitForNetworkIdle({ idleTime: 300 });
    await page.evaluate(() => window.restore());
    expect(await errorsIn(page)).toEqual([]);
    const problems = await problemsOf(page, await world().stack.prices());
    expect(problems.filter((problem) => !problem.endsWith(': 0 overlays'))).toEqual([]);
  });

  test('that forges messages of the tap gets no wrong overlay, and no code in them runs', async () => {
    const page = await open('waxpeer', 'list');
    await expectPriced(page, await world().stack.prices());
    await forgeMessages(page);
    await expectPriced(page, await world().stack.prices());
    expect(await errorsIn(page)).toEqual([]);
  });

  test('that defines an element of our name harms only itself', async () => {
    const page = await open('csfloat', 'search', () => {
      customElements.define(
        'skinlens-prices',
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'closed' });
          }
        },
      );
    });
    await until('the page', () => page.evaluate(() => document.readyState === 'complete' || undefined));
    expect(await errorsIn(page)).toEqual([]);
    expect((await readOverlays(page)).flatMap(({ prices }) => prices)).toEqual([]);
    await expectPriced(await open('csfloat', 'search'), await world().stack.prices());
  });

  test('finds neither our names nor the relay nor its token in its world', async () => {
    await world().configure({ relay: { url: world().stack.relayUrl, token } });
    const page = await open('waxpeer', 'list', recordMessages);
    await expectPriced(page, await world().stack.prices());
    const found = await page.evaluate(() => {
      const hosts = Array.from(
        document.querySelectorAll('skinlens-prices'),
        (host) => host.outerHTML + host.shadowRoot?.innerHTML,
      );
      const asked = performance.getEntries().map(({ name }) => name);
      const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
      return [Reflect.get(window, 'said'), hosts, asked, stored].flat().join('\n');
    });
    await world().configure({});
    expect(found).toContain('answer https://waxpeer.com/api/csgo/browse');
    for (const secret of [token, new URL(world().stack.relayUrl).host, '-extension://'])
      expect(found).not.toContain(secret);
    const names = await page.evaluate(() =>
      Object.getOwnPropertyNames(window).filter((name) => /skinlens|waxpeer|browser$|wxt/i.test(name)),
    );
    expect(names).toEqual([]);
    expect(await page.evaluate('typeof globalThis.chrome?.runtime?.sendMessage')).toBe('undefined');
  });
});
