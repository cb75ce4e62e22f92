import type { CDPSession, Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type SampleServer, serveSamples } from '#demo/serve-samples.ts';
import { until } from '#demo/until.ts';
import { daySamples as samples } from './day-samples.ts';
import { watchFrames } from './reading.ts';
import { heapBytes, noteErrors, shiftClock } from './sessions.ts';

/** A tab of the browser on a marketplace. */
export interface Tab {
  /** As people count tabs, for the report. */
  readonly number: number;
  page: Page;
  stage: SampleServer;
  /** What it shows. */
  sample: SamplePage;
  /** The browser's own number of it. */
  id: number;
  /** The browser has thrown its page away to save memory. */
  asleep: boolean;
  session: CDPSession;
  /** When it last changed between front and back, ms of `performance.now()`. */
  turnedAt: number;
}

/** All tabs of a day and what is known of them. */
export interface Tabs {
  readonly all: Tab[];
  /** Errors of their consoles, those of our scripts among them. */
  readonly problems: string[];
  /** Every address that a script in a tab asked for. */
  readonly requested: string[];
  /** Every address besides: pages, pictures, scripts. */
  readonly loaded: string[];
  readonly open: (sample: SamplePage) => Promise<Tab>;
  readonly close: (tab: Tab) => Promise<void>;
  readonly front: (tab: Tab) => Promise<void>;
  readonly sleep: (tab: Tab) => Promise<void>;
  readonly wake: (tab: Tab) => Promise<void>;
  /** Shifts the clock of our scripts in all pages, and in those that come. */
  readonly shift: (ms: number) => Promise<void>;
}

interface ChromeTabs {
  readonly query: (which: object) => Promise<readonly { readonly id?: number }[]>;
  readonly discard: (id: number) => Promise<{ readonly id?: number } | undefined>;
}

declare const chrome: { readonly tabs: ChromeTabs };

const byScripts = new Set<string>(['fetch', 'xhr', 'ping', 'eventsource', 'websocket', 'preflight']);

/** Keeps the tabs of a driver; `own` is a page of the extension, for what only extensions may do to tabs. */
export function createTabs({ browser }: Driver, own: Page): Tabs {
  const all: Tab[] = [];
  const problems: string[] = [];
  const requested: string[] = [];
  const loaded: string[] = [];
  let opened = 0;
  let shiftMs = 0;
  const worlds = new Map<Tab, Set<number>>();

  const frontId = () =>
    own.evaluate(async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1);

  /** Watches and stages a page before it goes anywhere. */
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
    await noteErrors(session, (problem) => problems.push(`tab ${tab()?.number} (${sample.site}): ${problem}`));
    return { page, session, ours, stage: await serveSamples(page, samples) };
  };

  const go = (page: Page, sample: SamplePage) => page.goto(sample.url, { waitUntil: 'domcontentloaded' });

  const front = async (tab: Tab) => {
    await tab.page.bringToFront();
    for (const each of all) each.turnedAt = performance.now();
  };

  return {
    all,
    problems,
    requested,
    loaded,
    front,
    open: async (sample) => {
      const page = await browser.newPage();
      let tab: Tab | undefined;
      const prepared = await prepare(page, () => tab, sample);
      // A new tab stands in front.
      for (const each of all) each.turnedAt = performance.now();
      const id = await frontId();
      tab = { ...prepared, number: ++opened, sample, id, asleep: false, turnedAt: performance.now() };
      all.push(tab);
      worlds.set(tab, prepared.ours);
      await go(page, sample);
      return tab;
    },
    close: async (tab) => {
      all.splice(all.indexOf(tab), 1);
      worlds.delete(tab);
      await tab.page.close();
    },
    sleep: async (tab) => {
      const gone = new Set(browser.targets());
      tab.asleep = true;
      tab.id = await own.evaluate(async (id) => (await chrome.tabs.discard(id))?.id ?? -1, tab.id);
      const rest = await until('what is left of the tab', async () =>
        browser.targets().find((target) => !gone.has(target) && target.type() === 'page'),
      );
      const page = await rest.page();
      if (!page) throw new Error('a tab that sleeps has no page');
      tab.page = page;
    },
    wake: async (tab) => {
      const prepared = await prepare(tab.page, () => tab, tab.sample);
      worlds.set(tab, prepared.ours);
      Object.assign(tab, { ...prepared, asleep: false });
      await front(tab);
      await go(tab.page, tab.sample);
    },
    shift: async (ms) => {
      shiftMs = ms;
      const shifts = [...worlds].flatMap(([{ session }, ids]) => [...ids].map((id) => evaluate(session, id, ms)));
      await Promise.all(shifts);
    },
  };
}

/** A world may be gone before it is told. */
async function evaluate(session: CDPSession, contextId: number, shiftMs: number): Promise<void> {
  await session.send('Runtime.evaluate', { contextId, expression: shiftClock(shiftMs) }).catch(() => undefined);
}

/** Heap of a tab's page after a garbage collection. */
export const heapOf = ({ session }: Tab): Promise<number> => heapBytes(session);
