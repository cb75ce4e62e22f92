import { type Comparison, type ComparisonRow, trend } from '#core/comparison.ts';
import { markets } from '#core/markets.ts';
import type { Money } from '#core/money.ts';
import type { Rate } from '#core/rates.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import type { PhraseText } from '#ui/overlay-words.ts';
import type { CopyFormat } from '#ui/panel-model.ts';
import { cacheTexts, type Key, text } from '#ui/text.ts';

/** All words of the comparison. */
export const columns = {
  market: ['panelMarket'],
  price: ['panelPrice'],
  diff: ['panelDiff', 'panelDiffTitle'],
  avg7: ['panelAvg7', 'panelAvg7Title'],
  avg30: ['panelAvg30', 'panelAvg30Title'],
  count: ['panelCount', 'panelCountTitle'],
  age: ['panelAge', 'panelAgeTitle'],
  net: ['panelNet', 'panelNetTitle'],
} as const satisfies Record<string, readonly [text: Key, title?: Key]>;

/** What heads a column, and what its tooltip says. */
export function columnWords(name: keyof typeof columns): Partial<PhraseText> & Pick<PhraseText, 'text'> {
  const [head, title] = columns[name];
  return { text: text(head), ...(title && { title: text(title) }) };
}

/** Fetches what a comparison says that is opened when the extension is no longer there to fetch it from. */
export const cachePanelTexts = (): void =>
  cacheTexts([
    ...Object.values(columns).flat(),
    'panelPrices',
    'panelListing',
    'panelClose',
    'panelOpen',
    'panelMissing',
    'panelNotLoaded',
    'panelCopy',
    'panelText',
    'panelCopyAs',
    'panelCopyRow',
    'panelCopied',
    'panelNotCopied',
    'panelUnknown',
    'panelMedian',
    'panelMedianTitle',
    'panelSpread',
    'panelSpreadTitle',
  ]);

const doubts: Readonly<Record<string, readonly [text: Key, title: Key]>> = {
  stale: ['panelStale', 'panelStaleTitle'],
  inflated: ['overlayOutlier', 'panelInflatedTitle'],
  'any-phase': ['overlayAnyPhase', 'panelAnyPhaseTitle'],
  bid: ['overlayBid', 'panelBidTitle'],
};

const notes: Readonly<Record<string, Key>> = {
  outlier: 'copyOutlier',
  inflated: 'copyOutlier',
  stale: 'panelStale',
  'any-phase': 'overlayAnyPhase',
  bid: 'overlayBid',
  'no-listing': 'overlayNoListing',
};

/** A doubt in the comparison as copied text; empty for one that the text says otherwise. */
export function noteOf(note: string): string {
  const key = notes[note];
  return key ? text(key) : '';
}

const factorOf = (outlier: number): string => formatNumber(outlier, outlier < 1 ? 'hundredths' : 'tenths');

/** Why an offer carries no difference. */
export function doubtOf({ doubt, outlier }: ComparisonRow): PhraseText | undefined {
  if (outlier !== undefined) {
    const factor = factorOf(outlier);
    return { text: `⚠ ${text('panelTimes', factor)}`, title: text('panelTimesTitle', factor) };
  }
  const keys = doubt && doubts[doubt];
  return keys && { text: text(keys[0]), title: text(keys[1]) };
}

/** The median, the spread, and who is far from it. */
export function agreement(comparison: Comparison, shown: Rate): readonly PhraseText[] {
  const { offers, counted, median, spread } = comparison;
  const count = String(counted);
  const say = (words: string, title: string): PhraseText => ({ text: words, title });
  return [
    ...(median === undefined
      ? []
      : [say(text('panelMedian', formatAmount(median, shown), count), text('panelMedianTitle'))]),
    ...(spread === undefined
      ? []
      : [say(text('panelSpread', formatNumber(spread, 'tenths')), text('panelSpreadTitle'))]),
    ...offers.flatMap(({ market, outlier }) => {
      if (outlier === undefined) return [];
      const words = text('panelFar', markets[market].name, count, factorOf(outlier));
      return [say(`⚠ ${words}`, text('panelFarTitle'))];
    }),
  ];
}

/** Who has no price, and of whom that is not known yet. */
export function missing(offers: readonly ComparisonRow[]): readonly string[] {
  const names = (held: boolean) =>
    offers
      .filter((one) => one.hasData === held)
      .map(({ market }) => markets[market].name)
      .join(', ');
  const [none, later] = [names(true), names(false)];
  return [none && text('panelMissing', none), later && text('panelNotLoaded', later)].filter(Boolean);
}

const arrows = { '1': '↗', '0': '→', '-1': '↘' } as const;

/** An average, and where today's price is from it. */
export function averageText(average: number, cents: number | undefined, days: number, shown: Rate): PhraseText {
  const amount = formatAmount(average, shown);
  const about = [String(days), amount] as const;
  if (cents === undefined) return { text: amount, title: text('panelAverage', ...about) };
  const where = trend(cents, average);
  const by = formatNumber(Math.abs((cents / average - 1) * 100), 'tenths');
  const title = where === 0 ? text('panelAverageAt', ...about) : text(trends[where], ...about, by);
  return { text: `${amount} ${arrows[where]}`, title };
}

const trends = { '1': 'panelAverageAbove', '-1': 'panelAverageBelow' } as const;

/** A count of the site's own coins, which may have hundredths. */
export const coinsText = (coins: number): string => text('panelCoins', formatNumber(coins, 'hundredths'));

/** TSV and JSON are called so in every language. */
export const formatName = (format: CopyFormat): string =>
  format === 'text' ? text('panelText') : format.toUpperCase();

/** The listing's price as the page asks it, in the page's currency and not converted. */
export const listingText = ({ amount, currency }: Money): string =>
  text('panelListing', amount, currency === 'COIN' ? text('coins') : currency);
