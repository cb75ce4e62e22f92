import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { checkEntered, checkWorkerQuotes } from './checks.ts';
import { type Actions, askWorker, loadedTabs, type Run, saveSettings, shiftClocks } from './run.ts';
import { pick, type Random } from './sequence.ts';
import { reportErrors } from './workers.ts';

const minute = 60_000;

/** Clock shifts against the machine's clock, minutes. */
const clockShifts = [-180, -10, -1, 1, 31, 180, 24 * 60, 8 * 24 * 60];

/** The user's own rates. While they are set, checks accept them besides the relay's. */
const ownRates = { EUR: 0.5, COIN: 0.7 };

const settingsVariants: readonly object[] = [
  { theme: 'dark' },
  { markets: ['csfloat'] },
  { markets: ['youpin', 'steam', 'csfloat', 'buff163'] },
  { currency: { show: 'fixed', code: 'EUR' } },
  { currency: { show: 'page' } },
  { overlay: { density: 'compact', difference: 'money' } },
  { overlay: { density: 'hover', difference: 'both' } },
  { deals: { on: true, percentBelow: 1, minCents: 0 } },
  { freshness: { staleMinutes: 5 } },
  { sites: { csfloat: false, steam: false } },
  { hidden: true },
  { reading: 'names' },
  { rates: { EUR: ownRates.EUR } },
  { coinUsd: ownRates.COIN },
  { relay: { url: 'http://localhost:9' } },
];

async function clickRefresh(run: Run): Promise<void> {
  const [tab] = loadedTabs(run);
  if (!tab) return;
  await run.tabs.activate(tab);
  const popup = await run.driver.openPopup(tab.page);
  await reportErrors(await popup.createCDPSession(), (problem) => run.problems.push(`the popup: ${problem}`));
  await popup.evaluate(() => {
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Refresh') button.click();
  });
  await sleep(200);
  await popup.close();
}

/** Keeps all writes of prices waiting, and what is read after them. Returns what lets them go on. */
async function holdWrites(own: Page): Promise<() => Promise<void>> {
  await own.evaluate(async () => {
    const opening = indexedDB.open('prices');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const held = opening.result.transaction('values', 'readwrite').objectStore('values');
    // A transaction stays open while it has a request.
    await new Promise((resolve) => {
      const goOn = () => {
        resolve(undefined);
        if (!Reflect.get(window, 'released')) held.count().addEventListener('success', goOn);
      };
      Reflect.set(window, 'released', false);
      goOn();
    });
    opening.result.close();
  });
  return () => own.evaluate(() => void Reflect.set(window, 'released', true));
}

/** The worker has parsed and packed a new table, and waits for the disk, when it is killed. */
async function killWhileStoring(run: Run): Promise<void> {
  const release = await holdWrites(run.extensionPage);
  try {
    await run.priceApi.movePrices();
    await Promise.race([askWorker(run, 'refresh', {}).catch(() => undefined), sleep(700)]);
    await run.workers.kill();
  } finally {
    await release();
  }
  run.problems.push(...(await checkWorkerQuotes(run)));
}

/** Changes what the user keeps. The worker may be killed, and the storage full: then the old state may remain as well. */
async function enter(
  run: Run,
  what: keyof Run['entered'],
  change: Change,
  ...asked: [string, object][]
): Promise<void> {
  const before = run.entered[what];
  const after = [...before].map(change);
  run.entered[what] = new Set([...before, ...after]);
  for (const [kind, request] of asked) {
    const answer = await Promise.race([askWorker(run, kind, request), sleep(5000)]).catch(() => undefined);
    if (!JSON.stringify(answer ?? '').startsWith('{"ok":true')) return;
  }
  run.entered[what] = new Set(after);
}

/** From the JSON of a state to the JSON of the next. */
type Change = (state: string) => string;

const anyName = ({ priceApi }: Run, random: Random): string =>
  pick([...(priceApi.versions[0]?.rows.keys() ?? [])], random);

const browserActions: Actions = {
  'worker is killed': [5, ({ workers }) => workers.kill()],
  'worker is killed while it stores': [2, killWhileStoring],
  'clock shifts': [
    4,
    async (run, random) => {
      const minutes = pick(clockShifts, random);
      await shiftClocks(run, minutes * minute);
      return `${minutes} min`;
    },
  ],
  'clock is reset': [3, (run) => shiftClocks(run, 0)],
  // The quota does not apply at once: a table was still written within the same second, and refused 45 s later.
  'storage is full': [
    2,
    ({ origin, extensionSession }) => extensionSession.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 }),
  ],
  'storage has room': [
    2,
    ({ origin, extensionSession }) => extensionSession.send('Storage.overrideQuotaForOrigin', { origin }),
  ],
  'worker gives all quotes': [4, async (run) => void run.problems.push(...(await checkWorkerQuotes(run)))],
  // The response may take as long as the faulty network does.
  'refresh is requested': [
    4,
    (run) => Promise.race([askWorker(run, 'refresh', {}).catch(() => undefined), sleep(300)]),
  ],
};

const userActions: Actions = {
  'refresh is clicked': [5, clickRefresh],
  'settings change': [
    5,
    async (run, random) => {
      const settings = pick(settingsVariants, random);
      run.rates['EUR'] = [...new Set([...(run.rates['EUR'] ?? []), ownRates.EUR])];
      run.rates['COIN'] = [1 / ownRates.COIN];
      await saveSettings(run, settings);
      return JSON.stringify(settings);
    },
  ],
  'settings are reset': [4, (run) => saveSettings(run, {})],
  'portfolio is entered': [
    3,
    (run, random) => {
      const items = [{ name: anyName(run, random), count: 1 + Math.floor(random() * 99), paid: null }];
      return enter(run, 'portfolio', () => JSON.stringify(items), ['portfolio-set', { items }]);
    },
  ],
  'alert is set': [
    3,
    (run, random) => {
      const name = anyName(run, random);
      // No price is as low, so that no notification comes.
      const alert = { kind: 'below', cents: 1 };
      const added = (names: string) => JSON.stringify([...new Set([...JSON.parse(names), name])].toSorted());
      return enter(run, 'watch', added, ['watch-star', { name, on: true }], ['watch-alert', { name, alert }]);
    },
  ],
  'what was entered is read': [4, async (run) => void run.problems.push(...(await checkEntered(run)))],
};

export const workerActions: Actions = { ...browserActions, ...userActions };
