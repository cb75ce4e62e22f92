import { JSDOM, VirtualConsole } from 'jsdom';
import type { Reading } from '#core/site.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import { Finder } from '#page/finder/finder.ts';
import type { AskedName } from '#protocol/messages.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { sites } from '#sites/index.ts';
import { quoted } from '../../quoted.ts';
import { pagesAt, rowsOf } from '../../sites/page.ts';
import { addLayout } from '../layout.ts';
import type { BlindSample, FoundCard } from './blind-samples.ts';

export const catalogue: ReadonlySet<string> = new Set((await readAsks()).keys());

export const nameOf = (asked: AskedName): string => (typeof asked === 'string' ? asked : asked.assembled);

export const perDollar: Readonly<Record<string, number>> = {
  EUR: 0.87,
  CNY: 7.2,
  GBP: 0.75,
  JPY: 150,
  RUB: 90,
  CAD: 1.4,
};

interface OpenOptions {
  readonly url?: string;
  readonly table?: ReadonlySet<string>;
  readonly centsOf?: (name: string) => number;
  readonly unsureNames?: RegExp | undefined;
  readonly adapter?: string | undefined;
  /** Whether the adapter can read the page's answers and its framework's state; by default it can. */
  readonly isTold?: boolean;
}

/** A finder at work on a page in jsdom, with a table that has the names of `table`. */
export function openFinder(
  html: string,
  {
    url = 'https://market.invalid/',
    table = catalogue,
    centsOf = () => 100,
    unsureNames,
    adapter,
    isTold = true,
  }: OpenOptions = {},
) {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', () => undefined);
  const { window } = new JSDOM(html, { url, virtualConsole, ...(adapter && { runScripts: 'dangerously' }) });
  Object.assign(globalThis, { MutationObserver: window.MutationObserver });
  addLayout(window);
  const { document } = window;
  const rows = adapter && isTold ? rowsOf(adapter, document) : new KnownRows();
  for (const script of document.querySelectorAll('script:is([data-page], [data-feed])')) script.remove();
  const tasks: (() => void)[] = [];
  const asked: string[][] = [];
  const timers: (() => void)[] = [];
  let now = 0;
  let changes = 0;
  const current = { version: '1', table, works: true, hasTable: true };
  const finder = new Finder(
    {
      document,
      now: () => now,
      fetchQuotes: async (keys) => {
        const names = keys.map(nameOf);
        asked.push(names);
        if (!current.works) throw new Error('the worker has ended');
        const quotes = (current.hasTable ? names : []).map((name) =>
          current.table.has(name) ? quoted({ buff163: centsOf(name) }, 0) : null,
        );
        return {
          table: current.hasTable ? { version: current.version, asOf: 0 } : null,
          fault: null,
          rates: { date: '2026-11-26', rates: perDollar },
          quotes,
        };
      },
      inOwnTask: (work) => void tasks.push(work),
      after: (work) => void timers.push(work),
      unsureNames,
      adapter: () => (adapter ? { types: pagesAt(adapter, url), rows } : undefined),
    },
    (changed) => void (changed ?? changes++),
  );
  const settle = async () => {
    for (let idle = 0; idle < 4; ) {
      await new Promise((resolve) => setImmediate(resolve));
      idle = tasks.length > 0 ? 0 : idle + 1;
      for (const task of tasks.splice(0)) task();
    }
  };
  const found = (): ReadonlyMap<Element, Reading> => {
    const readings = new Map<Element, Reading>();
    for (const [card, page] of finder.find()) {
      const reading = page.read(card, { get: () => undefined });
      if (typeof reading === 'object') readings.set(card, reading);
    }
    return readings;
  };
  return {
    window,
    settle,
    found,
    items: () => [...found().values()].map(({ item }) => item),
    start: async () => {
      finder.start();
      await settle();
    },
    document,
    finder,
    asked,
    current,
    changes: () => changes,
    pass: (ms: number) => {
      now += ms;
      for (const timer of timers.splice(0)) timer();
    },
  };
}

export async function itemsOn(
  html: string,
  answers: readonly unknown[] = [],
  options?: OpenOptions,
): Promise<readonly string[]> {
  const page = openFinder(html, options);
  page.finder.start();
  for (const answer of answers) page.finder.addAnswer(JSON.stringify(answer));
  await page.settle();
  const items = page.items();
  page.finder.stop();
  return items;
}

/** The number of the only sample card that an element is in or that it contains. */
function numberOf(element: Element): number | undefined {
  const around = element.closest('[data-n]');
  const within = [...element.querySelectorAll('[data-n]')];
  const card = around ?? (within.length === 1 ? within[0] : undefined);
  return card ? Number(card.getAttribute('data-n')) : undefined;
}

export async function findOn(
  { html, url, site, answers }: BlindSample,
  options: Pick<OpenOptions, 'centsOf' | 'adapter' | 'isTold'> = {},
): Promise<readonly FoundCard[]> {
  const { unsureNames } = sites.find(({ id }) => id === site) ?? {};
  const page = openFinder(html, { url, unsureNames, ...options });
  page.finder.start();
  for (const { body } of answers) page.finder.addAnswer(body);
  await page.settle();
  const found = [...page.found()].map(([card, reading]) => ({ number: numberOf(card), ...reading }));
  page.finder.stop();
  return found;
}
