import type { FaultKind } from '#core/fault.ts';
import { referenceNames } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import { currencySign, formatAge, formatAmount, formatNumber } from '#ui/format.ts';
import type { OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import { cacheTexts, type Key, text } from '#ui/text.ts';

/** All words of the overlay. What stands on it, and what its tooltip says. */
export interface PhraseText {
  readonly text: string;
  readonly title: string;
}

const nameOf = (code: string): string => (code === 'COIN' ? text('coin') : code);

type Keys = readonly [text: Key, title: Key];

const say = ([short, title]: Keys): PhraseText => ({ text: text(short), title: text(title) });

const retired: Keys = ['overlayRetired', 'overlayRetiredTitle'];

const noDifferenceTexts: Readonly<Record<string, Keys>> = {
  inflated: ['overlayOutlier', 'overlayOutlierTitle'],
  'any-phase': ['overlayAnyPhase', 'overlayAnyPhaseTitle'],
  bid: ['overlayBid', 'overlayBidTitle'],
  'no-listing': ['overlayNoListing', 'overlayNoListingTitle'],
  retired,
};

/** Fetches what is said only when the extension is no longer there to fetch it from. */
export const cacheRetiredTexts = (): void => cacheTexts(retired);

const troubles = {
  unreachable: 'troubleUnreachable',
  timeout: 'troubleTimeout',
  unauthorized: 'troubleUnauthorized',
  'rate-limited': 'troubleRateLimited',
  unavailable: 'troubleUnavailable',
  undecodable: 'troubleUndecodable',
  malformed: 'troubleMalformed',
  'too-large': 'troubleTooLarge',
  rejected: 'troubleRejected',
} as const satisfies Record<FaultKind, Key>;

const trouble = (fault: FaultKind | undefined): string => (fault ? text(troubles[fault]) : '');

/** Why there is nothing to compare with. */
export function absence(state: 'unknown' | 'offline' | 'unavailable', fault: FaultKind | undefined): PhraseText {
  if (state === 'unknown') return say(['overlayUnknown', 'overlayUnknownTitle']);
  const { text, title } = say(['overlayNoPrices', 'overlayNoPricesTitle']);
  return { text: fault ? `⚠ ${text} · ${trouble(fault)}` : text, title };
}

/** Why no difference is shown; `undefined` when it is. */
export function reason({ noDifferenceReason, ageMs = 0, fault, missing }: OverlayModel): PhraseText | undefined {
  if (noDifferenceReason === 'stale')
    return {
      text: `${text('overlayOld', formatAge(ageMs))}${fault ? ` · ${trouble(fault)}` : ''}`,
      title: fault ? text('overlayOldBecause', trouble(fault)) : text('overlayOldTitle'),
    };
  if (noDifferenceReason === 'no-rate' || (!noDifferenceReason && missing)) {
    const name = nameOf(missing ?? '');
    return { text: text('overlayNoRate', name), title: noRateTitle(missing, name, noDifferenceReason !== undefined) };
  }
  const keys = noDifferenceReason && noDifferenceTexts[noDifferenceReason];
  return keys && say(keys);
}

/** Why there is no rate, and what can be done; nobody but the user can say what a coin is worth. */
function noRateTitle(missing: string | undefined, name: string, forListing: boolean): string {
  if (missing === 'COIN') return text('panelNoCoinRate');
  return forListing ? text('overlayNoRateTitle', name) : text('overlayNoRateDollars', name);
}

/** By which rates prices were converted, in full and in short; `undefined` when none was. */
export function conversion(used: readonly Rate[]): (PhraseText & { readonly short: string }) | undefined {
  const [first] = used;
  if (!first) return undefined;
  const signs = used.map(({ code }) => currencySign(code)).join(', ');
  const title = text('overlayConverted', used.map(sourceOf).join('; '));
  if (first.of === 'own')
    return { text: text('overlayRateOwn', signs), short: text('overlayRateOwnShort', signs), title };
  return { text: text('overlayRateDated', signs, first.of), short: `${signs} ${first.of.slice(5)}`, title };
}

const sourceOf = ({ of, perUsd, code }: Rate): string =>
  of === 'own'
    ? text('overlaySourceOwn', precise(perUsd), nameOf(code))
    : text('overlaySourceDated', of, precise(perUsd), nameOf(code));

const precise = (value: number): string => formatNumber(value, 'precise');

/** What a market's row means, in a sentence; `price` is the price in words, which a caller may have already. */
export function explainRow(
  name: string,
  { cents, diff }: Pick<OverlayRow, 'cents' | 'diff'>,
  shown: Rate,
  price?: string,
): string {
  if (cents === undefined) return text('overlayRowNone', name);
  const asked = price ?? formatAmount(cents, shown);
  if (diff === undefined) return text('overlayRowAsks', name, asked);
  if (diff === 0) return text('overlayRowSame', name, asked);
  const size = formatNumber(Math.abs(diff), 'tenths');
  return diff < 0 ? text('overlayRowBelow', name, asked, size) : text('overlayRowAbove', name, asked, size);
}

/** The number for liquidity with its name; the price API does not say its scale. */
export const liquidityOf = (value: number): PhraseText => saidOf('overlayLiquidity', formatNumber(value, 'whole'));

/** How old the prices are, from ms. */
export const ageOf = (ageMs: number): PhraseText => saidOf('overlayAge', formatAge(ageMs));

const saidOf = (key: 'overlayLiquidity' | 'overlayAge', shown: string): PhraseText => ({
  text: shown,
  title: text(key, shown),
});

/** All that one overlay says of prices: each part is put into words once, and stands in several places. */
export interface OverlayTexts {
  /** One a row; a market without a price says so. */
  readonly prices: readonly string[];
  /** What each row means, in a sentence. */
  readonly meanings: readonly string[];
  readonly deal: PhraseText | undefined;
  /** Why no difference is shown. */
  readonly why: PhraseText | undefined;
  /** By which rates prices were converted. */
  readonly rate: ReturnType<typeof conversion>;
  readonly liquidity: PhraseText | undefined;
  /** How old the prices are. */
  readonly age: PhraseText | undefined;
}

/** Puts a model into words. */
export function wordsOf(model: OverlayModel): OverlayTexts {
  const { rows, shown, liquidity, ageMs } = model;
  const prices = rows.map(({ cents }) => (cents === undefined ? noData() : formatAmount(cents, shown)));
  return {
    prices,
    meanings: rows.map((row, at) => explainRow(referenceNames[row.market], row, shown, prices[at])),
    deal: model.deal ? deal() : undefined,
    why: reason(model),
    rate: conversion(model.used),
    liquidity: liquidity === undefined ? undefined : liquidityOf(liquidity),
    age: ageMs === undefined ? undefined : ageOf(ageMs),
  };
}

/** The whole overlay as one accessible name. */
export function overlayLabel(item: string, { meanings, deal, why, rate, liquidity, age }: OverlayTexts): string {
  const titles = [deal, why, rate, liquidity, age].flatMap((saying) => saying?.title ?? []);
  // Some parts are sentences with an end of their own.
  const plain = (part: string) => (part.endsWith('.') || part.endsWith('。') ? part.slice(0, -1) : part);
  return `${item}: ${[...meanings, ...titles].map(plain).join('. ')}`;
}

/** The mark of a deal, short and in full. */
const deal = (): PhraseText => say(['overlayDeal', 'overlayDealTitle']);

/** What stands where a market asks nothing for the item. */
const noData = (): string => text('overlayNoData');
