import { type Comparison, type Offer, trend } from '#core/comparison.ts';
import { markets } from '#core/markets.ts';
import type { Money } from '#core/money.ts';
import type { Rate } from '#core/rates.ts';
import { formatAge, formatAmount } from '#ui/format.ts';
import type { Saying } from '#ui/overlay-words.ts';
import type { CopyFormat } from '#ui/panel-model.ts';

/** All words of the comparison. */
export const columns = {
  market: 'Market',
  price: 'Price',
  diff: 'This listing',
  avg7: '7 days',
  avg30: '30 days',
  count: 'Offers',
  age: 'Age',
  net: 'Net',
} as const;

export const columnTitles: Partial<Record<keyof typeof columns, string>> = {
  diff: 'How far this listing is from what the market asks',
  avg7: 'Average price of 7 days; the arrow says whether today’s price is above or below it',
  avg30: 'Average price of 30 days; the arrow says whether today’s price is above or below it',
  count: 'Listings on offer there',
  age: 'Age of the market’s price',
  net: 'What a seller gets there after the fee that you typed in the settings',
};

const doubts: Readonly<Record<string, Saying>> = {
  stale: { text: 'old', title: 'This price is too old for a comparison' },
  inflated: { text: '⚠ outlier', title: 'The price source flags this price as an outlier' },
  'any-phase': { text: 'any phase', title: 'The price is of the cheapest phase, not of this one' },
  bid: { text: 'bid', title: 'An auction’s bid is not an asking price' },
};

/** Why an offer carries no difference. */
export function doubtOf({ doubt, outlier }: Offer): Saying | undefined {
  if (outlier !== undefined) {
    const times = `${outlier < 1 ? outlier.toFixed(2) : outlier.toFixed(1)} × the median`;
    return { text: `⚠ ${times}`, title: `An outlier: ${times} of the markets` };
  }
  return doubt && doubts[doubt];
}

/** The median, the spread, and who is far from it. */
export function agreement(comparison: Comparison, shown: Rate): readonly string[] {
  const { offers, counted, median, spread } = comparison;
  const outliers = offers.filter(({ outlier }) => outlier !== undefined);
  return [
    ...(median === undefined ? [] : [`Median ${formatAmount(median, shown)} of ${counted} markets`]),
    ...(spread === undefined ? [] : [`spread ${spread.toFixed(1)} %`]),
    ...outliers.map((one) => `⚠ ${markets[one.market].name}: 1 of ${counted} markets, ${doubtOf(one)?.text.slice(2)}`),
  ];
}

/** Who has no price, and of whom that is not known yet. */
export function missing(offers: readonly Offer[]): readonly string[] {
  const names = (held: boolean) =>
    offers
      .filter((one) => one.held === held)
      .map(({ market }) => markets[market].name)
      .join(', ');
  return [names(true) && `No price: ${names(true)}.`, names(false) && `Not loaded yet: ${names(false)}.`].filter(
    Boolean,
  );
}

const arrows = { '1': '↗', '0': '→', '-1': '↘' } as const;
const directions = { '1': 'above', '0': 'at', '-1': 'below' } as const;

/** An average, and where today's price is from it. */
export function averageText(average: number, cents: number | undefined, days: number, shown: Rate): Saying {
  const amount = formatAmount(average, shown);
  if (cents === undefined) return { text: amount, title: `Average of ${days} days: ${amount}` };
  const where = trend(cents, average);
  const by = where === 0 ? '' : `${Math.abs((cents / average - 1) * 100).toFixed(1)} % `;
  return {
    text: `${amount} ${arrows[where]}`,
    title: `Average of ${days} days: ${amount}; today’s price is ${by}${directions[where]} it`,
  };
}

export const coinsText = (coins: number): string => `${coins.toFixed(2)} coins`;

export const ageText = (ageMs: number | undefined): string => (ageMs === undefined ? '—' : formatAge(ageMs));

export const formatNames: Readonly<Record<CopyFormat, string>> = { text: 'Text', tsv: 'TSV', json: 'JSON' };

export const words = {
  prices: (item: string) => `Prices of ${item}`,
  listing: ({ amount, currency }: Money) => `This listing: ${amount} ${currency === 'COIN' ? 'coins' : currency}`,
  close: 'Close',
  copy: 'Copy',
  copyAs: (name: string) => `Copy the table as ${name}`,
  copyRow: (market: string) => `Copy the row of ${market}`,
  copied: 'Copied',
  notCopied: 'The browser refused to copy',
  open: (market: string) => `Open the item on ${market}`,
  fees: 'Net: after the fees that you typed in the settings',
  coins: 'Coins have no rate of their own: type yours in the settings to compare them',
} as const;
