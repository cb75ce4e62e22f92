import { claims } from './claims.ts';
import { type About, type Beside, type Row, toRow } from './row.ts';

/** Rows for all claims, for tests: every one has this budget, figure and neighbours. */
export const claimedRows = (limit: Partial<About>, median: number, beside: Beside = {}): Row[] =>
  claims.flatMap(({ part, what, browsers }) =>
    (browsers.length > 0 ? browsers : [undefined]).map((browser) =>
      toRow({ part, what, browser, unit: 'ms', ...limit }, [median], beside),
    ),
  );

const cards = (count: string, browser: string, ms: number) =>
  toRow({ part: 'growth-cards', browser, what: `${count} cards: DOMContentLoaded → last overlay`, unit: 'ms' }, [ms], {
    peer: ['their way', [ms * 10]],
  });

const other = (part: string, what: string) =>
  ['chrome', 'firefox'].map((browser) => toRow({ part, browser, what, unit: 'ms' }, [5], { floor: ['least', [1]] }));

/** Rows of everything that grows, for tests: from 10 cards to 1,000 ours goes from 1 ms to 100, the peer from 10 to 1,000. */
export const grownRows: readonly Row[] = [
  ...other('growth-items', '1,000 items: a refresh'),
  ...other('growth-tabs', '1 tab of 40 cards: new prices told → the last tab shows them'),
  ...['chrome', 'firefox'].flatMap((browser) => [cards('10', browser, 1), cards('1,000', browser, 100)]),
];
