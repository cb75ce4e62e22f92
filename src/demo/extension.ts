import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver.ts';

/** The extension's interfaces that we use from one of its own pages. */
interface Extension {
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
  readonly tabs: {
    readonly query: (which: object) => Promise<readonly { readonly id?: number }[]>;
    readonly sendMessage: (tab: number, message: object) => Promise<unknown>;
  };
}

// There inside the extension's own pages: Firefox says `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** A file of the extension that runs nothing when it is opened as a page. */
const inert = 'background.js';

/** Runs something in a page of the extension that is open just for that. */
export async function within<T>(driver: Driver, run: (own: Page) => Promise<T>): Promise<T> {
  const own = await driver.openOwn(inert);
  try {
    return await run(own);
  } finally {
    await own.close();
  }
}

/** Stores settings as the popup would; what they leave out takes its default. */
export const storeSettings = (driver: Driver, settings: object): Promise<void> =>
  within(driver, (own) =>
    own.evaluate(
      (settings) => (typeof browser === 'undefined' ? chrome : browser).storage.local.set({ settings }),
      settings,
    ),
  );

const report = z.object({ seen: z.number(), read: z.number(), priced: z.number(), drifted: z.boolean() });

/** How the extension itself counts the cards of the page in front. */
export type Counts = z.infer<typeof report>;

/** Asks the page in front how it fares; `undefined` when the extension does not run there. */
export const askCounts = (driver: Driver): Promise<Counts | undefined> =>
  within(driver, async (own) => {
    const answer = await own.evaluate(async () => {
      const { tabs } = typeof browser === 'undefined' ? chrome : browser;
      const [front] = await tabs.query({ active: true, currentWindow: true });
      return tabs.sendMessage(front?.id ?? -1, { ask: 'page-report' }).catch(() => null);
    });
    return report.safeParse(answer).data;
  });

/** What the worker says of its table, as JSON for a person to read. */
export const askStatus = (driver: Driver): Promise<string> =>
  within(driver, (own) =>
    own.evaluate(async () => {
      const { runtime } = typeof browser === 'undefined' ? chrome : browser;
      const reply: unknown = JSON.parse(String(await runtime.sendMessage({ kind: 'status', request: {} })));
      return JSON.stringify(reply, null, 2);
    }),
  );
