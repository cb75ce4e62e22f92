import { setTimeout as sleep } from 'node:timers/promises';
import { checkEntered, checkMemory, checkRun } from './checks.ts';
import { relayToken } from './page-snapshot.ts';
import { askWorker, loadedTabs, type Run } from './run.ts';

interface Broken {
  readonly apply: (run: Run) => Promise<unknown>;
  readonly noticed: RegExp;
}

const inPage = (noticed: RegExp, work: (token: string) => void): Broken => ({
  apply: (run) => Promise.all(loadedTabs(run).map(({ page }) => page.evaluate(work, relayToken))),
  noticed,
});

const inWorker = (noticed: RegExp, expression: string): Broken => ({
  apply: async ({ driver }) => {
    const target = driver.browser.targets().find((one) => one.type() === 'service_worker');
    const session = await target?.createCDPSession();
    await session?.send('Runtime.evaluate', { expression });
  },
  noticed,
});

const broken: Readonly<Record<string, Broken>> = {
  price: inPage(/never served/, () => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-cents]') ?? [])
        row.setAttribute('data-cents', '123457');
  }),
  difference: inPage(/differs by -99\.9/, () => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const row of host.shadowRoot?.querySelectorAll('[data-diff]') ?? []) row.setAttribute('data-diff', '-99.9');
  }),
  words: inPage(/says “\$0\.01” for/, () => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const price of host.shadowRoot?.querySelectorAll('[data-cents] .price') ?? []) price.textContent = '$0.01';
  }),
  // Too young.
  age: inPage(/says “Prices of < 1 min ago”/, () => {
    for (const host of document.querySelectorAll('skinlens-prices'))
      for (const spoken of host.shadowRoot?.querySelectorAll('.spoken') ?? [])
        spoken.textContent = 'Prices of < 1 min ago';
  }),
  item: inPage(/shows AWP/, () => {
    for (const host of document.querySelectorAll('skinlens-prices')) host.setAttribute('data-item', 'AWP');
  }),
  // Every 5 ms, because the extension removes copies.
  double: inPage(/\d overlays|painted: /, () => {
    setInterval(() => {
      for (const card of document.querySelectorAll('[data-expect]')) {
        const host = document.createElement('skinlens-prices');
        host.attachShadow({ mode: 'open' });
        card.append(host);
      }
    }, 5);
  }),
  token: inPage(/has the relay’s token/, (token) => void document.body.setAttribute('data-token', token)),
  request: inPage(/unexpected request/, () => void fetch('https://elsewhere.invalid/').catch(() => undefined)),
  'worker-request': inWorker(/unexpected request/, `fetch('https://elsewhere.invalid/').catch(() => undefined)`),
  error: inWorker(/uncaught: .*injected/, `setTimeout(() => { throw new Error('injected'); })`),
  console: inPage(/console: injected/, () => console.error('injected')),
  memory: inWorker(/the worker holds/, `globalThis.leak = Array.from({ length: 4e6 }, (_, at) => ({ at }))`),
  entered: {
    apply: (run) => askWorker(run, 'portfolio-set', { items: [{ name: 'Another', count: 7, paid: null }] }),
    noticed: /the portfolio is/,
  },
};

export const brokenNames = Object.keys(broken);

async function repair(run: Run): Promise<void> {
  for (const { problems } of [run, run.tabs, run.workers]) problems.splice(0);
  for (const requested of [run.tabs.requested, run.workers.requested]) requested.splice(0);
  run.proxy.forget();
  await askWorker(run, 'portfolio-set', { items: JSON.parse([...run.entered.portfolio][0] ?? '[]') });
  await run.workers.kill();
  for (const { page } of loadedTabs(run)) await page.reload({ waitUntil: 'domcontentloaded' });
}

/** Breaks these invariants, one after the other. Answers those whose check did not fail as it should. */
export async function unnoticed(run: Run, names: readonly string[], print: (line: string) => void): Promise<string[]> {
  const missed: string[] = [];
  for (const name of names) {
    const { apply, noticed } = broken[name] ?? {};
    await apply?.(run);
    let said: string[] = [];
    for (let tries = 0; tries < 20 && !noticed?.test(said.join('\n')); tries++) {
      said = [...(await checkRun(run)), ...(await checkEntered(run)), ...(await checkMemory(run)).failures];
      await sleep(100);
    }
    const isNoticed = noticed?.test(said.join('\n'));
    print(`broken: ${name}, ${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${said[0]?.slice(0, 120) ?? 'no failure'}`);
    if (!isNoticed) missed.push(`nothing notices a broken ${name}`);
    await repair(run);
    await sleep(1500);
  }
  return missed;
}
