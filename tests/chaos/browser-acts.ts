import { setTimeout as sleep } from 'node:timers/promises';
import type { Act } from './act.ts';
import { askWorker, awakeTabs, type Day, shiftClocks, storeSettings } from './day.ts';
import { wrongsOfWorker } from './inspection.ts';
import { pick } from './sequence.ts';
import { noteErrors } from './sessions.ts';

const minute = 60_000;

/** By how much clocks jump, against the machine's. */
const jumps = [-180, -10, -1, 1, 31, 180, 24 * 60, 8 * 24 * 60].map((minutes) => minutes * minute);

/** The user's own rates that count for a while; a judge takes them for right beside the relay's. */
const ownRates = { EUR: 0.5, COIN: 0.7 };

/** Settings that are changed to, one at a time. */
const choices: readonly object[] = [
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
  { rates: { EUR: ownRates.EUR } },
  { coinUsd: ownRates.COIN },
  { relay: { url: 'http://localhost:9' } },
];

/** Opens the popup over a page, presses its button, and closes it soon. */
async function pressRefresh(day: Day): Promise<void> {
  const [tab] = awakeTabs(day);
  if (!tab) return;
  await day.tabs.front(tab);
  const popup = await day.driver.openPopup(tab.page);
  await noteErrors(await popup.createCDPSession(), (problem) => day.problems.push(`the popup: ${problem}`));
  await popup.evaluate(() => {
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Refresh') button.click();
  });
  await sleep(200);
  await popup.close();
}

/** What happens to the worker, its clock, its storage and its settings. */
export const browserActs: Readonly<Record<string, Act>> = {
  'worker is killed': {
    weight: 5,
    run: async ({ workers }) => {
      await workers.kill();
      return 'as the browser does';
    },
  },
  'clock jumps': {
    weight: 4,
    run: async (day, draw) => {
      const ms = pick(jumps, draw);
      await shiftClocks(day, ms);
      return `${ms / minute} min against the machine's`;
    },
  },
  'clock is right': {
    weight: 3,
    run: async (day) => {
      await shiftClocks(day, 0);
      return 'again';
    },
  },
  'storage is full': {
    weight: 2,
    run: async ({ origin, ownSession }) => {
      // Not seen to hold at once: a table was written still in the same second, and refused 45 s later.
      await ownSession.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      return 'to the last byte';
    },
  },
  'storage has room': {
    weight: 2,
    run: async ({ origin, ownSession }) => {
      await ownSession.send('Storage.overrideQuotaForOrigin', { origin });
      return 'again';
    },
  },
  'refresh is pressed': {
    weight: 5,
    run: async (day) => {
      await pressRefresh(day);
      return 'in the popup';
    },
  },
  'worker is asked': {
    weight: 4,
    run: async (day) => {
      const wrongs = await wrongsOfWorker(day);
      day.problems.push(...wrongs);
      return 'for all prices';
    },
  },
  'refresh is sent': {
    weight: 4,
    run: async (day) => {
      // The answer may take as long as the network does.
      await Promise.race([askWorker(day, 'refresh', {}).catch(() => undefined), sleep(300)]);
      return 'without a popup';
    },
  },
  'settings change': {
    weight: 5,
    run: async (day, draw) => {
      const settings = pick(choices, draw);
      day.rates['EUR'] = [...new Set([...(day.rates['EUR'] ?? []), ownRates.EUR])];
      day.rates['COIN'] = [1 / ownRates.COIN];
      await storeSettings(day, settings);
      return JSON.stringify(settings);
    },
  },
  'settings are reset': {
    weight: 4,
    run: async (day) => {
      await storeSettings(day, {});
      return 'to their defaults';
    },
  },
};
