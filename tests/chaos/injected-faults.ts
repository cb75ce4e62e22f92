import { type ChaosRun, loadedTabs } from './run.ts';

/** Faults that break an invariant of a running stack and must make the checks fail (`--inject`). */
export const injectedFaults: Readonly<Record<string, (run: ChaosRun) => Promise<unknown>>> = {
  /** A wrong price in every row. */
  price: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-cents]') ?? [])
        row.setAttribute('data-cents', '123457');
  }),
  /** A wrong difference in every row. */
  difference: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-diff]') ?? []) row.setAttribute('data-diff', '-99.9');
  }),
  /** An age that is too young. */
  age: inPage(() => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const spoken of host.shadowRoot?.querySelectorAll('.spoken') ?? [])
        spoken.textContent = 'Prices of < 1 min ago';
  }),
  /** A second overlay in each card, every 5 ms, because the extension removes copies. */
  double: inPage(() => {
    setInterval(() => {
      for (const card of document.querySelectorAll('[data-expect]')) {
        const host = document.createElement('skinlens-prices');
        host.attachShadow({ mode: 'open' });
        card.append(host);
      }
    }, 5);
  }),
  /** A page's request to an unknown host. */
  request: inPage(() => void fetch('https://elsewhere.invalid/').catch(() => undefined)),
  /** A worker's request to an unknown host. */
  'worker-request': inWorker(`fetch('https://elsewhere.invalid/').catch(() => undefined)`),
  /** An uncaught error in the worker. */
  error: inWorker(`setTimeout(() => { throw new Error('injected'); })`),
  console: inPage(() => console.error('injected')),
  /** A memory leak in the worker. */
  memory: inWorker(`globalThis.leak = Array.from({ length: 4e6 }, (_, at) => ({ at }))`),
};

function inPage(work: () => void): (run: ChaosRun) => Promise<unknown> {
  return (run) => Promise.all(loadedTabs(run).map(({ page }) => page.evaluate(work)));
}

function inWorker(expression: string): (run: ChaosRun) => Promise<unknown> {
  return async ({ driver }) => {
    const target = driver.browser.targets().find((one) => one.type() === 'service_worker');
    const session = await target?.createCDPSession();
    await session?.send('Runtime.evaluate', { expression });
  };
}
