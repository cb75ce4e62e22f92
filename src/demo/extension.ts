import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { type Driver, until } from '#demo/driver-contract.ts';

interface StorageArea {
  readonly clear: () => Promise<void>;
  readonly set: (items: object) => Promise<void>;
}

interface ExtensionApi {
  readonly storage: { readonly local: StorageArea; readonly session: StorageArea };
  readonly alarms: { readonly clearAll: () => Promise<unknown> };
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
  readonly tabs: {
    readonly query: (which: object) => Promise<readonly { readonly id?: number }[]>;
    readonly sendMessage: (tab: number, message: object) => Promise<unknown>;
  };
}

// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

/** A file of the extension that runs no code when it is opened as a page. */
export const inertFile = 'background.js';

export async function withExtensionPage<T>(driver: Driver, run: (page: Page) => Promise<T>): Promise<T> {
  const page = await driver.openExtensionPage(inertFile);
  try {
    return await run(page);
  } finally {
    await page.close();
  }
}

/** Stores settings as the popup does. A setting that is left out takes its default. */
export const storeSettings = (driver: Driver, settings: object): Promise<void> =>
  withExtensionPage(driver, (page) =>
    page.evaluate(
      (settings) => (typeof browser === 'undefined' ? chrome : browser).storage.local.set({ settings }),
      settings,
    ),
  );

const report = z.object({ seen: z.number(), read: z.number(), priced: z.number(), drifted: z.boolean() });

export type CardCounts = z.infer<typeof report>;

/** The counts of the active tab; `undefined` when the extension does not run there. */
export const readCardCounts = async (driver: Driver): Promise<CardCounts | undefined> =>
  report.safeParse(await askForReport(driver)).data;

/** Asks the extension in the active tab, as the popup does; `null` when it does not run there. */
export const askForReport = (driver: Driver): Promise<unknown> =>
  withExtensionPage(driver, (page) =>
    page.evaluate(async () => {
      const { tabs } = typeof browser === 'undefined' ? chrome : browser;
      const [front] = await tabs.query({ active: true, currentWindow: true });
      return tabs.sendMessage(front?.id ?? -1, { ask: 'page-report' }).catch(() => null);
    }),
  );

export const readWorkerStatus = (driver: Driver): Promise<string> =>
  withExtensionPage(driver, (page) =>
    page.evaluate(async () => {
      const { runtime } = typeof browser === 'undefined' ? chrome : browser;
      const reply: unknown = JSON.parse(String(await runtime.sendMessage({ kind: 'status', request: {} })));
      return JSON.stringify(reply, null, 2);
    }),
  );

/** Whether an unpacked extension opens a welcome page on installation. The extensions that the bench compares with do not. */
export const hasWelcomePage = (extension: string): boolean => existsSync(join(extension, 'welcome.html'));

/** The worker is stopped first, so that it keeps nothing in memory. `own` is the only open page of the extension. */
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
