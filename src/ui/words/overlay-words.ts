import type { FaultKind } from '#core/asks/fault.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { NoExitReason } from '#core/prices/exit-value.ts';
import { marketNames } from '#core/prices/markets.ts';
import { ageLimits } from '#core/prices/offer.ts';
import type { OverlayModel, OverlayRow, OwnStanding } from '#ui/overlay/overlay-model.ts';
import { percentText } from '#ui/words/difference-text.ts';
import { exitText, lockText, noExitText } from '#ui/words/exit-text.ts';
import { currencySign, formatAge, formatAmount, formatNumber, toldApart } from '#ui/words/format.ts';
import { keyOf, type PhraseText, phraseFor, text } from '#ui/words/text.ts';

/** A fact that the tooltip always tells. The card tells it only while it is unusual. */
export interface QuietFact {
  readonly text: string | undefined;
  /** In place of the text where there is little room. */
  readonly brief?: string | undefined;
  readonly title: string;
}

const nameOf = (code: string): string => (code === 'COIN' ? text('coin') : code);

export const shortFaultText = (fault: FaultKind | undefined): string => (fault ? text(`trouble${keyOf(fault)}`) : '');

export function unpricedText(state: 'unknown' | 'offline' | 'unavailable', fault: FaultKind | undefined): PhraseText {
  if (state === 'unknown') return phraseFor('overlayUnknown');
  const { text, title } = phraseFor('overlayNoPrices');
  return { text: fault ? `⚠ ${text} · ${shortFaultText(fault)}` : text, title };
}

export function noDifferenceText({
  noDifferenceReason,
  ageMs = 0,
  fault,
  missing,
}: Partial<OverlayModel>): PhraseText | undefined {
  if (noDifferenceReason === 'stale')
    return {
      text: `${text('overlayOld', formatAge(ageMs))}${fault ? ` · ${shortFaultText(fault)}` : ''}`,
      title: fault ? text('overlayOldBecause', shortFaultText(fault)) : text('overlayOldTitle'),
    };
  if (noDifferenceReason === 'no-rate' || (!noDifferenceReason && missing)) {
    const name = nameOf(missing ?? '');
    return { text: text('overlayNoRate', name), title: noRateTitle(missing, name, noDifferenceReason !== undefined) };
  }
  return noDifferenceReason && phraseFor(`overlay${keyOf(noDifferenceReason)}`);
}

/** Why there is no rate. Only the user can set the value of a coin. */
function noRateTitle(missing: string | undefined, name: string, forListing: boolean): string {
  if (missing === 'COIN') return text('panelNoCoinRate');
  return forListing ? text('overlayNoRateTitle', name) : text('overlayNoRateDollars', name);
}

export function conversionFact(used: readonly Rate[]): QuietFact | undefined {
  if (used.length === 0) return undefined;
  const old = used.filter(({ oldMs }) => oldMs !== undefined);
  const signs = old.map(({ code }) => currencySign(code)).join(', ');
  return {
    text: old[0] && text('overlayRateOld', signs, formatAge(old[0].oldMs ?? 0)),
    title: text('overlayConverted', used.map(sourceOf).join('; ')),
  };
}

const sourceOf = ({ of, perUsd, code }: Rate): string =>
  of === 'own'
    ? text('overlaySourceOwn', precise(perUsd), nameOf(code))
    : text('overlaySourceDated', of, precise(perUsd), nameOf(code));

const precise = (value: number): string => formatNumber(value, 'precise');

export function rowMeaning(
  name: string,
  { cents, diff, net, noNet }: Pick<OverlayRow, 'cents' | 'diff' | 'net' | 'noNet'>,
  shown: Rate,
): string {
  if (cents === undefined) return text('overlayRowNone', name);
  const amount = formatAmount(inCurrency(cents, shown));
  if (diff === undefined)
    return [text('overlayRowAsks', name, amount), noNet && noNetText(noNet)].filter(Boolean).join('; ');
  if (net) {
    const amounts = [formatAmount(inCurrency(net.net, shown)), formatAmount(inCurrency(net.costCents, shown))] as const;
    return `${text('overlayRowNet', name, amount, ...amounts)}${net.beforeFees ? ` (${text('exitBefore')})` : ''}`;
  }
  if (diff === 0) return text('overlayRowSame', name, amount);
  const size = formatNumber(Math.abs(diff), 'tenths');
  return diff < 0 ? text('overlayRowBelow', name, amount, size) : text('overlayRowAbove', name, amount, size);
}

const withoutStop = (part: string): string => (/[.。]$/.test(part) ? part.slice(0, -1) : part);

const noNetText = (reason: NoExitReason): string =>
  withoutStop(reason === 'no-fees' ? text('overlayNoFeesTitle') : noExitText(reason));

/** Liquidity as a number; the price API does not state its scale. */
export function liquidityText(value: number): PhraseText {
  const shown = formatNumber(value, 'whole');
  return { text: shown, title: text('overlayLiquidity', shown) };
}

function ofSteamText(percent: number): PhraseText {
  const shown = formatNumber(percent, 'whole');
  return { text: text('overlayOfSteam', shown), title: text('overlayOfSteamTitle', shown) };
}

/** Whether a card tells the age of its prices without being asked. */
export const isUnusual = (ageMs: number): boolean => ageMs >= ageLimits.unusualAgeMs;

export function ageFact(ageMs: number): QuietFact {
  const age = formatAge(ageMs);
  return { text: isUnusual(ageMs) ? text('overlayAged', age) : undefined, title: text('overlayAge', age) };
}

/** The loose prices of what is attached, in short; `undefined` when none has a price. */
export function attachedText({ attached, shown }: OverlayModel) {
  const { cents, atLeast, items, market, sp } = attached ?? {};
  if (cents === undefined || !items || !market) return undefined;
  const amount = formatAmount(inCurrency(cents, shown));
  const name = marketNames[market];
  const unknown = items.filter((item) => item.cents === undefined).length;
  const sum = atLeast
    ? text('attachedAtLeastTitle', name, amount, String(unknown))
    : text('attachedSumTitle', name, amount);
  const share = sp === undefined ? undefined : `${sp < 0 ? '−' : ''}${formatNumber(Math.abs(sp), 'tenths')}%`;
  return {
    text: atLeast ? `≥ ${amount}` : amount,
    /** What the listing asks above the bare item, per cent of the sum. */
    sp: share && text('attachedSp', share),
    title: share ? `${sum} ${text('attachedSpTitle', share)}` : sum,
  };
}

export type OverlayTexts = ReturnType<typeof overlayTexts>;

export function overlayTexts(model: OverlayModel) {
  const { rows, shown, liquidity, ofSteam, ageMs } = model;
  const why = noDifferenceText(model);
  return {
    /** One for each row; a market without a price says so. */
    prices: rows.map(({ cents }) =>
      cents === undefined ? text('wordNoPrice') : formatAmount(inCurrency(cents, shown)),
    ),
    meanings: rows.map((row) => withDetails(rowMeaning(marketNames[row.market], row, shown), row, model)),
    locked: model.locked && lockText(model.locked),
    /** What to look at before buying. */
    caution: model.beaten ? phraseFor('overlayBeaten') : model.worn && phraseFor('overlayWorn'),
    own: model.own && ownText(model.own, shown),
    deal: model.deal ? phraseFor('overlayDeal') : undefined,
    /** That differences are net of fees, or would be. */
    net: model.net && phraseFor(model.net === 'net' ? 'overlayNet' : 'overlayNoFees'),
    exit: exitText(model, why?.text),
    why,
    rate: conversionFact(model.used),
    liquidity: ofSteam ? ofSteamText(ofSteam) : liquidity === undefined ? undefined : liquidityText(liquidity),
    age: ageMs === undefined ? undefined : ageFact(ageMs),
    attached: attachedText(model),
  };
}

/** An own listing, and how it stands on its market. */
function ownText(standing: true | OwnStanding, { code }: Rate): PhraseText {
  if (standing === true) return phraseFor('overlayOwn');
  const { less, ageMs } = standing;
  const age = formatAge(ageMs);
  if (!less.cents) return { text: text('overlayLowest'), title: text('overlayLowestTitle', age) };
  const amount = toldApart(formatAmount(less), less.currency, code);
  return { text: text('overlayUndercut', amount), title: text('overlayUndercutTitle', age, amount) };
}

/** Where others are compared, a price says why it is not. */
function withDetails(meaning: string, { doubt, ageMs, week }: OverlayRow, { state, noDifferenceReason }: OverlayModel) {
  const isTold = state === 'stale' || noDifferenceReason !== undefined;
  const why = doubt && !isTold ? noDifferenceText({ noDifferenceReason: doubt, ageMs })?.text : undefined;
  const change = week && percentText(week.percent);
  const past = change && (week?.thin ? text('overlayWeekThin', change) : text('overlayWeek', change));
  return [meaning, why, past].filter(Boolean).join('; ');
}

/** The accessible name of the whole overlay. Until somebody reads it, an age that is not visible is left out. */
export function overlayLabel(item: string, { meanings, ...phrases }: OverlayTexts, isRead = false): string {
  const { attached, caution, locked, deal, own, net, exit, why, rate, liquidity } = phrases;
  const age = isRead || phrases.age?.text ? phrases.age : undefined;
  const titles = [attached, caution, deal, own, locked, net, why, rate, liquidity, age].flatMap(
    (phrase) => phrase?.title ?? [],
  );
  // Some parts end with a full stop already.
  const leaves =
    exit?.market &&
    text('exitMeaning', [exit.lead, exit.percent, exit.before].filter(Boolean).join(', '), marketNames[exit.market]);
  return `${item}: ${[...(leaves ? [leaves] : []), ...meanings, ...titles].map(withoutStop).join('. ')}`;
}
