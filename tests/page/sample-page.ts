import { JSDOM } from 'jsdom';
import type { FaultReport } from '#core/asks/fault.ts';
import type { ExitQuote } from '#core/prices/quote.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite, otherGame, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { adapterSource, type KnownRows } from '#page/cards/card-source.ts';
import { CardOverlays } from '#page/overlays/card-overlays.ts';
import type { PageDeps } from '#page/overlays/deps.ts';
import { createPageReport } from '#page/report/page-report.ts';
import type { AskedName, PageQuotes, SettingsView } from '#protocol/messages.ts';
import { quoted } from '../quoted.ts';

/** `<div class="card">name, price</div>`: `!` throws, `other game` is no item; `data-assembled`: a name put together. */
export const site: Site = defineSite({
  id: 'sample',
  name: 'Sample',
  matches: ['https://sample.invalid/*'],
  attributes: ['data-name', 'data-assembled'],
  pages: [
    {
      path: /^\/market/,
      card: '.card',
      mount: { after: '.price' },
      read: (card) => {
        const item = card.getAttribute('data-name');
        if (item === '!') throw new Error('unreadable');
        if (item === 'other game') return otherGame;
        const amount = card.querySelector('.price')?.textContent ?? '';
        const assembled = card.hasAttribute('data-assembled') || undefined;
        return item ? { item, assembled, listing: { cents: Number(`${amount}e2`), currency: 'USD' } } : undefined;
      },
    },
  ],
});

export const view: SettingsView = toSettingsView(parseSettings({ theme: 'dark' }), 'sample');

export const fault = (kind: FaultReport['kind']): FaultReport => ({
  kind,
  status: null,
  detail: '',
  at: 0,
  retryAt: null,
});

/** A price that identifies the item and the version of the table. */
export const centsOf = (name: string, version: number): number => name.length * 100 + version;

const textOf = (asked: AskedName): string => (typeof asked === 'string' ? asked : asked.assembled);

/** The quote of an item; `?…` is not in the table, `^…` is an outlier, `=…` has a twin. */
const quoteOf = (asked: AskedName, version: number, asOf: number, exit?: ExitQuote) => {
  const name = textOf(asked);
  return name.startsWith('?') || (name.startsWith('=') && typeof asked !== 'string')
    ? null
    : {
        ...quoted({ buff163: centsOf(name, version), inflated: name.startsWith('^') }, asOf, { count: 3 }),
        exit,
      };
};

const nearQuote = (cents: number, asOf: number) =>
  quoted({ buff163: cents, youpin: cents + 1, csfloat: cents + 2 }, asOf);

interface Bed {
  readonly document?: Document;
  readonly rows?: KnownRows;
  readonly centsOf?: (name: string) => number;
}

const emptyPage = (): Document =>
  new JSDOM('<!doctype html><main></main>', { url: 'https://sample.invalid/market', pretendToBeVisual: true }).window
    .document;

/** A page in jsdom with overlays, and a worker whose table the test controls. */
export function openPage(names: readonly string[] = [], of = site, bed: Bed = {}) {
  const { document = emptyPage(), rows, centsOf } = bed;
  const main = document.querySelector('main') ?? document.body;
  const { MutationObserver, Element } = document.defaultView ?? globalThis;
  Object.assign(globalThis, { MutationObserver, Element, document });
  // jsdom has no layout.
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  const worker = {
    version: 1,
    now: 1_800_000_000_000,
    table: true,
    fault: null as FaultReport | null,
    rates: null as PageQuotes['rates'],
    asked: [] as AskedName[][],
    /** The table's spelling of a name, by the page's. */
    spellings: new Map<string, string>(),
    exits: new Map<string, ExitQuote>(),
    deals: [] as number[],
    told: [] as Parameters<PageDeps['tell']>[0][],
    beaten: [] as readonly string[],
    /** How often the page has prepared for its first overlay. */
    warmed: 0,
    /** How often all cards have been drawn. */
    drawn: 0,
    release: undefined as (() => void) | undefined,
    hold: false,
    ends: false,
  };
  const answer = (asked: readonly AskedName[], asOf = worker.now): PageQuotes => ({
    table: worker.table ? { version: String(worker.version), asOf } : null,
    fault: worker.fault,
    rates: worker.rates,
    spellings: Object.fromEntries(
      asked.flatMap((name, at) => [[at, worker.spellings.get(textOf(name))]].filter(([, it]) => it)),
    ),
    quotes: worker.table
      ? asked.map((name) =>
          centsOf
            ? nearQuote(centsOf(textOf(name)), asOf)
            : quoteOf(name, worker.version, asOf, worker.exits.get(textOf(name))),
        )
      : [],
  });
  const frames: (() => void)[] = [];
  const deps: PageDeps = {
    document,
    now: () => worker.now,
    fetchQuotes: async (asked) => {
      worker.asked.push([...asked]);
      if (worker.hold)
        await new Promise<void>((resolve) => {
          worker.release = resolve;
        });
      if (worker.ends) throw new Error('the message channel closed');
      return answer(asked);
    },
    beforeFrame: (work) => void frames.push(work),
    inOwnTask: (work) => void frames.push(work),
    after: (work, ms) => void setTimeout(work, ms),
    warmUp: () => void worker.warmed++,
    onDrawn: () => void worker.drawn++,
    tell: async (shown) => {
      if (shown.deals !== (worker.deals.at(-1) ?? 0)) worker.deals.push(shown.deals);
      worker.told.push(shown);
      return worker.beaten;
    },
  };
  const overlays = new CardOverlays(adapterSource(of, document), view, deps, rows);
  const page = {
    document,
    main,
    overlays,
    report: (show?: string) => createPageReport(of, overlays.reportInput(), 0, show),
    worker,
    add: (name: string, price = '1.00') => {
      const card = document.createElement('div');
      card.className = 'card';
      card.dataset['name'] = name;
      card.innerHTML = `<span class="price">${price}</span><i>rest</i>`;
      main.append(card);
      return card;
    },
    hosts: () => [...document.querySelectorAll('skinlens-prices')],
    /** Runs mutations, frames and answers until nothing is left to do. On a busy machine one card may fill a slice. */
    settle: async () => {
      for (let rounds = 12; rounds > 0; rounds--) {
        await new Promise((resolve) => setImmediate(resolve));
        for (const frame of frames.splice(0)) frame();
        if (frames.length > 0) rounds = Math.max(rounds, 6);
      }
    },
    start: async () => {
      overlays.start();
      await page.settle();
    },
    /** Runs what waits for the next frame or task. */
    turn: () => {
      for (const frame of frames.splice(0)) frame();
    },
    cents: (card: Element) =>
      card
        .querySelector('skinlens-prices')
        ?.shadowRoot?.querySelector('[data-market="buff163"]')
        ?.getAttribute('data-cents'),
  };
  for (const name of names) page.add(name);
  return page;
}
