import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '#demo/driver.ts';
import { within } from '#demo/extension.ts';

interface Area {
  readonly clear: () => Promise<void>;
}

// There inside the extension's own pages: Firefox says `browser`, older Chromiums only `chrome`.
interface Extension {
  readonly storage: { readonly local: Area; readonly session: Area };
  readonly alarms: { readonly clearAll: () => Promise<unknown> };
}
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Whether an unpacked extension opens a page when it is installed; those that a bench compares with do not. */
export const welcomes = (extension: string): boolean => existsSync(join(extension, 'welcome.html'));

/**
 * Makes the extension what it was before its welcome page asked the usual relay for prices. The page is closed by now.
 */
export async function makeNewborn(driver: Driver): Promise<void> {
  await driver.stopWorker();
  await within(driver, (own) =>
    own.evaluate(async () => {
      const { storage, alarms } = typeof browser === 'undefined' ? chrome : browser;
      await Promise.all([storage.local.clear(), storage.session.clear(), alarms.clearAll()]);
      const gone = async (name: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
        return promise;
      };
      await Promise.all((await indexedDB.databases()).map(({ name = '' }) => gone(name)));
    }),
  );
}
