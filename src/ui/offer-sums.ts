import { referenceNames } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { OfferSums, SidesSum } from '#core/trade-offer.ts';
import { moneyText, percentText } from '#ui/difference-text.ts';
import { el } from '#ui/element.ts';
import { formatAge, formatAmount } from '#ui/format.ts';
import { marketMark } from '#ui/market-mark.ts';
import { plural, text } from '#ui/text.ts';

/** Content of the block above a trade offer; plain data. */
export interface OfferModel extends OfferSums {
  /** Number of items of each side, with or without a price. */
  readonly counts: { readonly give: number; readonly get: number };
  /** Currency and rate of the amounts. */
  readonly shown: Rate;
  readonly sample: boolean;
  /** Age of the prices, ms, where they are too old to compare. */
  readonly oldMs: number | undefined;
}

/** Renders what an offer gives and gets, in each reference. */
export function renderOffer(model: OfferModel): HTMLElement {
  const { rows, counts, exit, shown } = model;
  const th = (name: string, title?: string) => el('th', { scope: 'col', title }, name);
  return el(
    'section',
    { class: 'sums', 'aria-label': text('offerTitle') },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('td'),
          th(`${text('offerGive')} (${counts.give})`, text('offerGiveTitle')),
          th(`${text('offerGet')} (${counts.get})`, text('offerGetTitle')),
          th(text('offerDifference'), text('offerDifferenceTitle')),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          line(row, shown, { 'data-market': row.market }, marketMark(row.market), referenceNames[row.market]),
        ),
        ...(exit && exit.give + exit.get > 0
          ? [line(exit, shown, { 'data-exit': '', title: text('reportExitTitle') }, text('reportExit'))]
          : []),
      ),
    ),
    ...(model.sample ? [el('p', { class: 'sample' }, `⚠ ${text('overlaySampleTitle')}`)] : []),
    ...notes(model).map((note) => el('p', {}, note)),
  );
}

function line(
  { give, get, difference }: SidesSum,
  shown: Rate,
  attributes: Readonly<Record<string, string>>,
  ...head: readonly (Node | string)[]
): HTMLElement {
  const cell = (content: string, title: string) => el('td', { title }, content);
  const tone = difference === undefined ? 'mute' : difference > 0 ? 'good' : difference < 0 ? 'bad' : 'mute';
  return el(
    'tr',
    { ...attributes, 'data-give': give, 'data-get': get, 'data-difference': difference },
    el('th', { scope: 'row' }, ...head),
    cell(formatAmount(give, shown), text('offerGiveTitle')),
    cell(formatAmount(get, shown), text('offerGetTitle')),
    difference === undefined
      ? el('td', { class: tone, title: text('offerNoDifferenceTitle') }, '–')
      : el('td', { class: tone, title: text('offerDifferenceTitle') }, differenceText(difference, give, shown)),
  );
}

/** In money, and in per cent of what is given: "+$11.51 +25.5%". */
function differenceText(difference: number, give: number, shown: Rate): string {
  const percent = (difference / give) * 100;
  // Ten times as much is no bargain, but another kind of trade.
  return Math.abs(percent) < 1000
    ? `${moneyText(difference, shown)} ${percentText(percent)}`
    : moneyText(difference, shown);
}

/** Why there is no difference, with the names of the items that lack a price. */
function notes({ rows, exit, unread, oldMs }: OfferModel): readonly string[] {
  return [
    ...(oldMs === undefined ? [] : [text('overlayOld', formatAge(oldMs))]),
    ...(unread > 0 ? [plural('offerUnread', unread, String(unread))] : []),
    ...rows.flatMap(({ market, missing }) =>
      missing.length > 0 ? [text('offerMissing', referenceNames[market], missing.join(', '))] : [],
    ),
    ...(exit && exit.give + exit.get > 0 && exit.missing.length > 0
      ? [text('offerNoExit', exit.missing.join(', '))]
      : []),
  ];
}
