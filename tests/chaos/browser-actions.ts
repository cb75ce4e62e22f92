import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosAction } from './action.ts';
import { askWorker, type ChaosRun, loadedTabs, saveSettings, shiftClocks } from './run.ts';
import { checkWorkerQuotes } from './run-checks.ts';
import { pick } from './sequence.ts';
import { reportErrors } from './sessions.ts';

const minute = 60_000;

/** Clock shifts against the machine's clock, ms. */
const clockShifts = [-180, -10, -1, 1, 31, 180, 24 * 60, 8 * 24 * 60].map((minutes) => minutes * minute);

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

/** Opens the popup over a page, clicks its refresh button, and closes it soon. */
async function clickRefresh(run: ChaosRun): Promise<void> {
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

/** Actions on the worker, its clock, its storage and its settings. */
export const browserActions: Readonly<Record<string, ChaosAction>> = {
  'worker is killed': {
    weight: 5,
    perform: async ({ workers }) => {
      await workers.kill();
      return 'through the DevTools protocol';
    },
  },
  'clock shifts': {
    weight: 4,
    perform: async (run, random) => {
      const ms = pick(clockShifts, random);
      await shiftClocks(run, ms);
      return `${ms / minute} min`;
    },
  },
  'clock is reset': {
    weight: 3,
    perform: async (run) => {
      await shiftClocks(run, 0);
      return 'to the machine’s';
    },
  },
  'storage is full': {
    weight: 2,
    perform: async ({ origin, extensionSession }) => {
      // The quota does not apply at once: a table was still written within the same second, and refused 45 s later.
      await extensionSession.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      return 'quota of 1 byte';
    },
  },
  'storage has room': {
    weight: 2,
    perform: async ({ origin, extensionSession }) => {
      await extensionSession.send('Storage.overrideQuotaForOrigin', { origin });
      return 'default quota';
    },
  },
  'refresh is clicked': {
    weight: 5,
    perform: async (run) => {
      await clickRefresh(run);
      return 'in the popup';
    },
  },
  'worker gives all quotes': {
    weight: 4,
    perform: async (run) => {
      const failures = await checkWorkerQuotes(run);
      run.problems.push(...failures);
      return 'compared with the price API';
    },
  },
  'refresh is requested': {
    weight: 4,
    perform: async (run) => {
      // The response may take as long as the faulty network does.
      await Promise.race([askWorker(run, 'refresh', {}).catch(() => undefined), sleep(300)]);
      return 'by message';
    },
  },
  'settings change': {
    weight: 5,
    perform: async (run, random) => {
      const settings = pick(settingsVariants, random);
      run.rates['EUR'] = [...new Set([...(run.rates['EUR'] ?? []), ownRates.EUR])];
      run.rates['COIN'] = [1 / ownRates.COIN];
      await saveSettings(run, settings);
      return JSON.stringify(settings);
    },
  },
  'settings are reset': {
    weight: 4,
    perform: async (run) => {
      await saveSettings(run, {});
      return 'to their defaults';
    },
  },
};
