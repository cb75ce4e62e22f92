import { awakeTabs, type Day } from './day.ts';

/** Breaks an invariant in a day that runs, so that a judge that sleeps is found out (`--plant`). */
export const plants: Readonly<Record<string, (day: Day) => Promise<unknown>>> = {
  /** Another price in a card. */
  price: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-cents]') ?? [])
        row.setAttribute('data-cents', '123457');
  }),
  /** A difference that is none. */
  difference: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-diff]') ?? []) row.setAttribute('data-diff', '-99.9');
  }),
  /** Prices that are younger than they are. */
  age: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const words of host.shadowRoot?.querySelectorAll('.spoken') ?? [])
        words.textContent = 'Prices of < 1 min ago';
  }),
  /** More overlays in each card than one, again and again: the extension takes such copies away. */
  double: inPage(() => {
    setInterval(() => {
      for (const card of document.querySelectorAll('[data-expect]')) {
        const host = document.createElement('skinlens-prices');
        host.attachShadow({ mode: 'open' });
        card.append(host);
      }
    }, 5);
  }),
  /** A page that asks somebody else. */
  request: inPage(() => void fetch('https://elsewhere.invalid/').catch(() => undefined)),
  /** A worker that asks somebody else. */
  'worker-request': inWorker(`fetch('https://elsewhere.invalid/').catch(() => undefined)`),
  /** An error that nobody catches. */
  error: inWorker(`setTimeout(() => { throw new Error('planted'); })`),
  console: inPage(() => console.error('planted')),
  /** Memory that is never given back. */
  memory: inWorker(`globalThis.kept = Array.from({ length: 4e6 }, (_, at) => ({ at }))`),
};

function inPage(work: () => void): (day: Day) => Promise<unknown> {
  return (day) => Promise.all(awakeTabs(day).map(({ page }) => page.evaluate(work)));
}

function inWorker(expression: string): (day: Day) => Promise<unknown> {
  return async ({ driver }) => {
    const target = driver.browser.targets().find((one) => one.type() === 'service_worker');
    const session = await target?.createCDPSession();
    await session?.send('Runtime.evaluate', { expression });
  };
}
