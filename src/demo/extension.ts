import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';

/** The parts of the extension API that the demo calls in one of the extension's own pages. */
interface Extension {
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
  readonly tabs: {
    readonly query: (which: object) => Promise<readonly { readonly id?: number }[]>;
    readonly sendMessage: (tab: number, message: object) => Promise<unknown>;
  };
}

// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** A file of the extension that runs no code when it is opened as a page. */
export const inertFile = 'background.js';

/** Runs `run` with a page of the extension that is closed afterwards. */
export async function withExtensionPage<T>(driver: Driver, run: (own: Page) => Promise<T>): Promise<T> {
  const own = await driver.openExtensionPage(inertFile);
  try {
    return await run(own);
  } finally {
    await own.close();
  }
}

/** Stores settings as the popup does. A setting that is left out takes its default. */
export const storeSettings = (driver: Driver, settings: object): Promise<void> =>
  withExtensionPage(driver, (own) =>
    own.evaluate(
      (settings) => (typeof browser === 'undefined' ? chrome : browser).storage.local.set({ settings }),
      settings,
    ),
  );

const report = z.object({ seen: z.number(), read: z.number(), priced: z.number(), drifted: z.boolean() });

/** The extension's own counts of the cards on a page. */
export type CardCounts = z.infer<typeof report>;

/** The counts of the active tab; `undefined` when the extension does not run there. */
export const readCardCounts = (driver: Driver): Promise<CardCounts | undefined> =>
  withExtensionPage(driver, async (own) => {
    const answer = await own.evaluate(async () => {
      const { tabs } = typeof browser === 'undefined' ? chrome : browser;
      const [front] = await tabs.query({ active: true, currentWindow: true });
      return tabs.sendMessage(front?.id ?? -1, { ask: 'page-report' }).catch(() => null);
    });
    return report.safeParse(answer).data;
  });

/** The worker's status as indented JSON. */
export const readWorkerStatus = (driver: Driver): Promise<string> =>
  withExtensionPage(driver, (own) =>
    own.evaluate(async () => {
      const { runtime } = typeof browser === 'undefined' ? chrome : browser;
      const reply: unknown = JSON.parse(String(await runtime.sendMessage({ kind: 'status', request: {} })));
      return JSON.stringify(reply, null, 2);
    }),
  );
