import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import type { ExtensionApi } from '#demo/extension.ts';
import { until } from '#demo/until.ts';

// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

/** Whether an unpacked extension opens a welcome page on installation. The extensions that the bench compares with do not. */
export const hasWelcomePage = (extension: string): boolean => existsSync(join(extension, 'welcome.html'));

/**
 * Removes everything that the extension stored, then stores `settings` if there are any. The worker is stopped first,
 * so that it keeps nothing in memory. `own` is the only open page of the extension.
 */
export async function resetExtension(driver: Driver, own: Page, settings?: object): Promise<void> {
  const reset = async () => {
    await driver.stopWorker();
    return (await clearStorage(own, settings)) || undefined;
  };
  await until('the extension to be reset', reset);
}

/** Returns `false` when a worker that an event has started again keeps a database open. */
const clearStorage = (own: Page, settings: object | undefined): Promise<boolean> =>
  own.evaluate(async (settings) => {
    const { storage, alarms } = typeof browser === 'undefined' ? chrome : browser;
    await Promise.all([storage.local.clear(), storage.session.clear(), alarms.clearAll()]);
    const deleteDatabase = (name: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve(true);
      request.onblocked = () => resolve(false);
      request.onerror = () => reject(request.error);
      return promise;
    };
    const deleted = await Promise.all((await indexedDB.databases()).map(({ name = '' }) => deleteDatabase(name)));
    if (deleted.includes(false)) return false;
    if (settings) await storage.local.set({ settings });
    return true;
  }, settings);
