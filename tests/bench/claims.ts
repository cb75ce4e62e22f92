import type { Row } from './row.ts';

/** What the README and the picture say of the bench: each claim is one row of it, in each browser that it names. */
export interface Claim {
  /** In the reader's words; the unit follows. */
  readonly says: string;
  readonly part: string;
  readonly what: string;
  /** None for what runs in no browser. */
  readonly browsers: readonly ('chrome' | 'firefox')[];
}

const both = ['chrome', 'firefox'] as const;
/** What only Chromium tells: memory, long tasks, traces. */
const chromium = ['chrome'] as const;

/** Every budget of the project, in the order of a page's life, then the worker's and the relay's. */
export const claims: readonly Claim[] = [
  { says: 'Code that a page loads, at most', part: 'sizes', what: 'the largest marketplace, raw', browsers: both },
  { says: 'The same, gzip', part: 'sizes', what: 'the largest marketplace, gzip', browsers: both },
  {
    says: 'Main-thread work on a page without cards',
    part: 'idle-page',
    what: 'main-thread work on a page without cards',
    browsers: chromium,
  },
  {
    says: 'The same where the site’s own answers are read',
    part: 'idle-page',
    what: 'main-thread work on a page without cards whose answers are read',
    browsers: chromium,
  },
  {
    says: '40 cards, worker asleep: page ready → all priced',
    part: 'cold-page',
    what: '40 cards: DOMContentLoaded → 40th overlay',
    browsers: both,
  },
  {
    says: 'Its longest task (0: none over 50)',
    part: 'cold-page',
    what: '40 cards: longest task over 50 ms',
    browsers: chromium,
  },
  { says: 'Memory that it adds to the page', part: 'cold-page', what: '40 cards: page heap added', browsers: chromium },
  { says: '100 more cards → all priced', part: 'feed', what: '100 cards inserted → 100 overlays', browsers: both },
  {
    says: 'A card of them, beyond the look-up',
    part: 'feed',
    what: 'a card of them, beyond the look-up',
    browsers: both,
  },
  {
    says: '1,000 cards by scrolling: longest such task',
    part: 'feed',
    what: '1,000 cards by scroll: longest task over 50 ms',
    browsers: chromium,
  },
  { says: '100 prices, worker asleep', part: 'worker', what: '100 names from a killed worker', browsers: both },
  { says: '100 prices, worker awake', part: 'worker', what: '100 names from a warm worker', browsers: both },
  {
    says: 'New prices of all items: read, checked, kept',
    part: 'refresh',
    what: 'a refresh: decode, validate, pack, open, store',
    browsers: both,
  },
  { says: 'Memory of the price table in the worker', part: 'heap', what: 'added by the table', browsers: chromium },
  {
    says: 'Download when 10 % of the items changed',
    part: 'relay: bytes of a refresh',
    what: 'dcz, 10 % of items changed',
    browsers: [],
  },
  {
    says: 'Relay, one process: “not changed”',
    part: 'relay: throughput',
    what: '304s, tokens, metrics and log on',
    browsers: [],
  },
  { says: 'Relay, one process: whole answers', part: 'relay: throughput', what: '200s, cached brotli', browsers: [] },
];

/** The rows of a claim, one a browser. @throws Error when one was not measured. */
export function rowsFor({ part, what, browsers }: Claim, rows: readonly Row[]): readonly Row[] {
  const wanted = browsers.length > 0 ? browsers : [undefined];
  return wanted.map((browser) => {
    const row = rows.find((row) => row.part === part && row.what === what && row.browser === browser);
    if (!row) throw new Error(`the bench has no row “${what}” of ${part}${browser ? ` in ${browser}` : ''}`);
    return row;
  });
}
