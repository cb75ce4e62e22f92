import type { WearPlace } from '#core/items/item-kinds.ts';
import type { Money } from '#core/money/money.ts';
import { dollar, inCurrency, type Rate } from '#core/money/rates.ts';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import { type Comparison, type ComparisonRow, trend } from '#core/prices/comparison.ts';
import type { PriceLimit } from '#core/prices/deals.ts';
import { type ColumnField, entryField } from '#core/prices/detail.ts';
import { balanceMarket, isMarketId, marketNames, referenceMarkets } from '#core/prices/markets.ts';
import { lessBy, type SeenListing } from '#core/prices/seen-listings.ts';
import type { ComparedSeen, OverlayModel, PanelFacts } from '#ui/overlay/overlay-model.ts';
import { moneyText } from '#ui/words/difference-text.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { amountToType, countText, formatAge, formatAmount, formatNumber, toldApart } from '#ui/words/format.ts';
import { conversionFact } from '#ui/words/overlay-words.ts';
import { keyOf, type PhraseText, type TextKey, text } from '#ui/words/text.ts';

/** The heads of columns; what explains one has the column's name. */
const columnHeads = {
  market: 'wordMarket',
  price: 'wordPrice',
  diff: 'panelDiff',
  avg7: 'panelAvg7',
  avg30: 'panelAvg30',
  count: 'wordListings',
  age: 'wordAge',
  net: 'wordNet',
  cost: 'wordCost',
} as const satisfies Record<ColumnField, TextKey> & Record<string, TextKey>;

export interface HeadText {
  readonly text: string;
  readonly title?: string | undefined;
}

export function columnText(name: keyof typeof columnHeads): HeadText {
  const head = text(columnHeads[name]);
  return name === 'market' || name === 'price'
    ? { text: head }
    : { text: head, title: text(`panel${keyOf(name)}Title`) };
}

/** Words of a doubt, its tooltip where it stands in a row, and its words in copied text where they are others. */
const doubtKeys: Readonly<Record<string, readonly [text: TextKey, title?: TextKey, copied?: TextKey]>> = {
  stale: ['panelStale', 'panelStaleTitle'],
  clock: ['overlayClock', 'overlayClockTitle'],
  inflated: ['overlayInflated', 'panelInflatedTitle', 'copyOutlier'],
  'any-phase': ['overlayAnyPhase', 'panelAnyPhaseTitle'],
  bid: ['overlayBid', 'panelBidTitle'],
  sample: ['overlaySample', 'overlaySampleTitle'],
  'no-listing': ['overlayNoListing'],
  disputed: ['overlayDisputed'],
  outlier: ['copyOutlier'],
};

/** A note in copied text; empty for a doubt that the text expresses in another way. */
export function noteText(note: string): string {
  const [words, , copied = words] = doubtKeys[note] ?? [];
  return copied ? text(copied) : '';
}

const referenceNames = referenceMarkets.map((market) => marketNames[market]).join(', ');

export function doubtText({ doubt, outlier, flagged, ageMs }: Partial<ComparisonRow>): PhraseText | undefined {
  if (outlier !== undefined) {
    const factor = formatNumber(outlier, outlier < 1 ? 'hundredths' : 'tenths');
    return { text: `⚠ ${text('panelTimes', factor)}`, title: text('panelTimesTitle', factor) };
  }
  if (doubt === 'inflated' && flagged === 'item')
    return { text: text('overlayInflated'), title: text('panelFlaggedItemTitle', referenceNames) };
  if (doubt === 'stale' && ageMs !== undefined)
    return { text: text('overlayOld', formatAge(ageMs)), title: text('panelStaleTitle') };
  const [words, title] = (doubt && doubtKeys[doubt]) || [];
  return words && title && { text: text(words), title: text(title) };
}

/** From what to what the markets ask that count, and the median of them. */
export function bandTexts({ band }: Comparison, shown: Rate): readonly PhraseText[] {
  if (!band) return [];
  const amountOf = (cents: number) => formatAmount(inCurrency(cents, shown));
  const asked = text('panelBand', String(band.count), amountOf(band.low), amountOf(band.high));
  return [
    { text: asked, title: text('panelBandTitle') },
    { text: text('panelMedian', amountOf(band.median)), title: text('panelMedianTitle') },
  ];
}

const arrows = { '1': '↗', '0': '→', '-1': '↘' } as const;

/** A field's value; `title` says more than its column's. @param cents the price, which an average is compared with; none in doubt */
export function fieldText(id: ColumnField, value: number, cents: number | undefined, shown: Rate): HeadText {
  const { type, days } = entryField(id);
  if (days !== undefined) return averageText(value, cents, days, shown);
  return { text: type === 'cents' ? formatAmount(inCurrency(value, shown)) : countText(value) };
}

function averageText(average: number, cents: number | undefined, days: number, shown: Rate): PhraseText {
  const amount = formatAmount(inCurrency(average, shown));
  const about = [String(days), amount] as const;
  if (cents === undefined) return { text: amount, title: text('panelAverage', ...about) };
  const where = trend(cents, average);
  const by = formatNumber(Math.abs((cents / average - 1) * 100), 'tenths');
  const title = where === 0 ? text('panelAverageAt', ...about) : text(trends[where], ...about, by);
  return { text: `${amount} ${arrows[where]}`, title };
}

const trends = { '1': 'panelAverageAbove', '-1': 'panelAverageBelow' } as const;

/** An amount of a site's own coins, which may have hundredths. */
export const coinsText = ({ cents }: Money): string => text('panelCoins', formatNumber(cents / 100, 'hundredths'));

/** An amount in its own currency, not converted. @param beside the currency of what stands beside it */
export const ownAmount = (amount: Money, beside: string): string =>
  amount.currency === 'COIN' ? coinsText(amount) : toldApart(formatAmount(amount), amount.currency, beside);

export const listingText = (listing: Money, shown: Rate): string =>
  text('panelListing', ownAmount(listing, shown.code));

/** A wear value, and how much of its wear is worse. */
export function wearText({ value, wear, from, to, betterThan }: WearPlace): PhraseText {
  const bounds = [formatNumber(from, 'hundredths'), formatNumber(to, 'hundredths')] as const;
  return {
    text: text('panelWear', formatNumber(value, 'precise'), String(betterThan), wear),
    title: text('panelWearTitle', wear, ...bounds),
  };
}

/** "Steam pays $12.34 at once · balance $10.73", "offers from $11.20 · listed 3 d ago". */
export function factText({ bid, balance, offersFrom, ageMs }: PanelFacts, { code }: Rate): HeadText | undefined {
  const age = ageMs === undefined ? '' : formatAge(ageMs);
  const apart = (text: string, { currency }: Money) => toldApart(text, currency, code);
  const parts = bid
    ? [
        text('panelPays', marketNames[balanceMarket], apart(formatAmount(bid), bid)),
        balance && apart(leavesText(balance, balanceMarket), balance),
        ageMs !== undefined && ageMs >= minuteMs && `${text('wordAge')}: ${age}`,
      ]
    : [
        offersFrom && text('panelOffersFrom', apart(formatAmount(offersFrom), offersFrom)),
        age && text('panelListed', age),
      ];
  const line = parts.filter(Boolean).join(' · ');
  return line ? { text: line, title: text(bid ? 'panelPaysTitle' : 'panelFactsTitle') } : undefined;
}

/** `undefined` where nothing is left of the price. */
export function limitText(limit: PriceLimit, { shown, typed: field }: Pick<OverlayModel, 'shown' | 'typed'>) {
  const { kind, market, beforeFees } = limit;
  const amount = inCurrency(limit.cents, field ?? shown);
  const ask = amountToType(amount, 'ceil');
  const price =
    kind === 'list' ? ask : kind === 'undercut' ? amountToType(amount, 'ceil', 1) : amountToType(amount, 'floor');
  if (Number(price.typed) <= 0) return undefined;
  // Dollars are told of asks in other currencies: by which rate, nobody knows.
  const about = kind === 'undercut' && amount.currency !== dollar.code ? '≈ ' : '';
  const phrase = (label: string, title: string) => ({
    label,
    /** In the currency of the site's field, rounded so that it keeps its promise. */
    amount: `${about}${toldApart(price.text, amount.currency, shown.code)}${beforeFees ? '*' : ''}`,
    /** The same in the user's currency, where that is another one. */
    own: field && field.code !== shown.code ? formatAmount(inCurrency(limit.cents, shown)) : undefined,
    title: `${title} ${text(field ? 'panelLimitCopies' : 'panelLimitUnknown')}`,
    /** The digits that are copied, where the currency of the site's field is known. */
    typed: field && price.typed,
  });
  if (kind === 'list' && market) return phrase(text('panelListAt'), text('panelListAtTitle', marketNames[market]));
  if (kind === 'undercut') return phrase(text('panelUndercut'), text('panelUndercutTitle', about + ask.text));
  return phrase(text('panelPay'), payTitle(limit, shown));
}

/** What is left at the exit of the most that is paid: a profit, or on Steam a ratio. */
function payTitle({ ratio, percent, profitCents = 0, beforeFees }: PriceLimit, shown: Rate): string {
  if (ratio !== undefined) return text('panelPayBalanceTitle', formatNumber(ratio, 'ratio'));
  const left =
    percent === undefined ? moneyText(inCurrency(profitCents, shown)) : `+${formatNumber(percent, 'upToHundredths')}%`;
  const title = text('panelPayTitle', left);
  return beforeFees ? `${title} * ${text('exitBeforeHint')}` : title;
}

/** What the user has just seen on any page, as facts of that page. */
export const seenTexts = (seen: ComparedSeen, now: number, shown: Rate) => [
  ...(seen.beaten ? [beatenText(seen.beaten, seen, now, shown)] : []),
  ...(seen.lowest ? [lowestText(seen.lowest, now, shown)] : []),
];

/** The site's name, and how long ago its page showed the listing. */
const whereOf = ({ site, address, at }: SeenListing, now: number) =>
  [isMarketId(site) ? marketNames[site] : new URL(address).hostname, formatAge(ageMs(at, now))] as const;

function beatenText(seen: SeenListing, { of }: ComparedSeen, now: number, shown: Rate) {
  const [site, age] = whereOf(seen, now);
  const { cents, currency } = lessBy(seen, of);
  const isConverted = currency === 'USD';
  const less: Money = isConverted ? inCurrency(cents, shown) : { cents, currency };
  const [wear = '', own = ''] = [seen, of].map(({ wearValue = 0 }) => formatNumber(wearValue, 'precise'));
  const rates = [of, seen].flatMap(({ typed }) => (isConverted && typed && typed.code !== 'USD' ? typed : []));
  return {
    act: 'beaten' as const,
    site,
    text: text('panelBeaten', site, ownAmount(less, shown.code), wear, own, age),
    title: [ownAmount(seen.listing, shown.code), conversionFact(rates)?.title].filter(Boolean).join('. '),
  };
}

function lowestText(seen: SeenListing, now: number, shown: Rate) {
  const [site, age] = whereOf(seen, now);
  const words = text('panelLowest', seen.phase ?? '', ownAmount(seen.listing, shown.code), site, age);
  return { act: 'lowest' as const, site, text: words, title: text('panelLowestTitle') };
}
