import type { CDPSession, Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type SampleServer, serveSamples } from '#demo/serve-samples.ts';
import { until } from '#demo/until.ts';
import { samples as everySample } from '../e2e/browser.ts';
import { watchFrames } from './page-snapshot.ts';
import { reportErrors, shiftClock } from './workers.ts';

/** Pages in another currency than the other pages of their marketplace. All tabs share the marketplace's storage. */
const ownCurrency: ReadonlySet<string> = new Set([
  'dmarket market in euros',
  'marketcsgo list without a currency',
  'shadowpay English list in euro',
  'waxpeer Spanish list',
]);

export const samples = everySample.filter(({ site, page }) => !ownCurrency.has(`${site} ${page}`));

export interface Tab {
  readonly number: number;
  page: Page;
  samples: SampleServer;
  sample: SamplePage;
  id: number;
  /** The browser discarded the page to save memory. */
  discarded: boolean;
  session: CDPSession;
  /** When the tab last became visible or hidden, ms of `performance.now()`. */
  visibilityChangedAt: number;
}

export interface Tabs {
  readonly all: Tab[];
  readonly problems: string[];
  /** Every URL that a script of a tab requested. */
  readonly requested: string[];
  /** Every other URL: pages, images, scripts. */
  readonly loaded: string[];
  readonly open: (sample: SamplePage) => Promise<Tab>;
  readonly close: (tab: Tab) => Promise<void>;
  readonly activate: (tab: Tab) => Promise<void>;
  readonly discard: (tab: Tab) => Promise<void>;
  readonly restore: (tab: Tab) => Promise<void>;
  /** Shifts the clocks of content scripts in all present and future pages, ms. */
  readonly shiftClocks: (ms: number) => Promise<void>;
}

interface ChromeTabs {
  readonly query: (which: object) => Promise<readonly { readonly id?: number }[]>;
  readonly discard: (id: number) => Promise<{ readonly id?: number } | undefined>;
}

declare const chrome: { readonly tabs: ChromeTabs };

const byScripts = new Set<string>(['fetch', 'xhr', 'ping', 'eventsource', 'websocket', 'preflight']);

/** Opens and drives tabs. `extensionPage` calls `chrome.tabs`. */
export function createTabs({ browser }: Driver, extensionPage: Page): Tabs {
  const all: Tab[] = [];
  const problems: string[] = [];
  const requested: string[] = [];
  const loaded: string[] = [];
  let opened = 0;
  let shiftMs = 0;
  const worlds = new Map<Tab, Set<number>>();

  const activeId = () =>
    extensionPage.evaluate(async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1);

  const prepare = async (page: Page, tab: () => Tab | undefined, sample: SamplePage) => {
    page.on('request', (request) => (byScripts.has(request.resourceType()) ? requested : loaded).push(request.url()));
    const session = await page.createCDPSession();
    const ours = new Set<number>();
    session.on('Runtime.executionContextsCleared', () => ours.clear());
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => ours.delete(executionContextId));
    session.on('Runtime.executionContextCreated', ({ context: { id, origin } }) => {
      if (!origin.startsWith('chrome-extension:')) return;
      ours.add(id);
      void evaluate(session, id, shiftMs);
    });
    await page.evaluateOnNewDocument(watchFrames);
    await reportErrors(session, (problem) => problems.push(`tab ${tab()?.number} (${sample.site}): ${problem}`));
    return { page, session, ours, samples: await serveSamples(page, samples) };
  };

  const open = (page: Page, sample: SamplePage) => page.goto(sample.url, { waitUntil: 'domcontentloaded' });

  const activate = async (tab: Tab) => {
    await tab.page.bringToFront();
    for (const each of all) each.visibilityChangedAt = performance.now();
  };

  return {
    all,
    problems,
    requested,
    loaded,
    activate,
    open: async (sample) => {
      const page = await browser.newPage();
      let tab: Tab | undefined;
      const prepared = await prepare(page, () => tab, sample);
      // The new tab becomes visible, the others hidden.
      for (const each of all) each.visibilityChangedAt = performance.now();
      const id = await activeId();
      tab = { ...prepared, number: ++opened, sample, id, discarded: false, visibilityChangedAt: performance.now() };
      all.push(tab);
      worlds.set(tab, prepared.ours);
      await open(page, sample);
      return tab;
    },
    close: async (tab) => {
      all.splice(all.indexOf(tab), 1);
      worlds.delete(tab);
      await tab.page.close();
    },
    discard: async (tab) => {
      const before = new Set(browser.targets());
      tab.discarded = true;
      tab.id = await extensionPage.evaluate(async (id) => (await chrome.tabs.discard(id))?.id ?? -1, tab.id);
      const target = await until('the target of the discarded tab', async () =>
        browser.targets().find((one) => !before.has(one) && one.type() === 'page'),
      );
      const page = await target.page();
      if (!page) throw new Error('the discarded tab has no page');
      tab.page = page;
    },
    restore: async (tab) => {
      const prepared = await prepare(tab.page, () => tab, tab.sample);
      worlds.set(tab, prepared.ours);
      Object.assign(tab, { ...prepared, discarded: false });
      await activate(tab);
      await open(tab.page, tab.sample);
    },
    shiftClocks: async (ms) => {
      shiftMs = ms;
      const shifts = [...worlds].flatMap(([{ session }, ids]) => [...ids].map((id) => evaluate(session, id, ms)));
      await Promise.all(shifts);
    },
  };
}

/** A JavaScript world may be destroyed before the message arrives. */
async function evaluate(session: CDPSession, contextId: number, shiftMs: number): Promise<void> {
  await session.send('Runtime.evaluate', { contextId, expression: shiftClock(shiftMs) }).catch(() => undefined);
}
