import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '#demo/driver-contract.ts';
import { withExtensionPage } from '#demo/extension.ts';

interface Area {
  readonly clear: () => Promise<void>;
  readonly set: (items: object) => Promise<void>;
}

// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
interface Extension {
  readonly storage: { readonly local: Area; readonly session: Area };
  readonly alarms: { readonly clearAll: () => Promise<unknown> };
}
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Whether an unpacked extension opens a welcome page on installation. The extensions that a bench compares with do not. */
export const hasWelcomePage = (extension: string): boolean => existsSync(join(extension, 'welcome.html'));

/**
 * Removes everything that the extension stored, then stores `settings` if there are any. The worker is stopped before,
 * so it keeps nothing in memory. Every other page of the extension must be closed.
 */
export async function resetExtension(driver: Driver, settings?: object): Promise<void> {
  await driver.stopWorker();
  await withExtensionPage(driver, (own) =>
    own.evaluate(async (settings) => {
      const { storage, alarms } = typeof browser === 'undefined' ? chrome : browser;
      await Promise.all([storage.local.clear(), storage.session.clear(), alarms.clearAll()]);
      const deleteDatabase = (name: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
        return promise;
      };
      await Promise.all((await indexedDB.databases()).map(({ name = '' }) => deleteDatabase(name)));
      if (settings) await storage.local.set({ settings });
    }, settings),
  );
}
