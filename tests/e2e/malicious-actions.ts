import type { Page } from 'puppeteer-core';

/** Attacks of a malicious page. Each runs inside the page. */

declare global {
  interface Window {
    errors: string[];
    restore: () => void;
  }
}

export const recordErrors = (): void => {
  window.errors = [];
  addEventListener('error', ({ message }) => window.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.errors.push(`not handled: ${reason}`));
};

/** Replaces common built-in functions by ones that throw, before any other script of the page runs. */
export const breakBuiltIns = (): void => {
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

export const forgeMessages = (page: Page): Promise<void> =>
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
export const recordMessages = (): void => {
  const said: string[] = [];
  for (const name of ['listen', 'read-state', 'stop', 'answer', 'state'])
    document.addEventListener(`skinlens:${name}`, (event) =>
      said.push(`${name} ${'detail' in event ? event.detail : ''}`),
    );
  addEventListener('message', ({ data }) => said.push(`message ${JSON.stringify(data)}`));
  Object.assign(window, { said });
};
