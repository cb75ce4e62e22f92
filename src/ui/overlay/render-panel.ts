import type { PricedAttachment } from '#core/items/attached.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { CashRatio, CashRatios } from '#core/prices/cash-ratio.ts';
import type { SellingPrice } from '#core/prices/exit-value.ts';
import { markets, referenceMarkets, references } from '#core/prices/markets.ts';
import { el, tableOf } from '#ui/overlay/element.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { copyFormats, type PanelModel } from '#ui/overlay/panel-model.ts';
import { button, hasPrice, linkTo, marketTable } from '#ui/overlay/panel-table.ts';
import { exitLine, exitText, exitTrace } from '#ui/words/exit-text.ts';
import { formatAge, formatAmount, formatNumber } from '#ui/words/format.ts';
import { attachedText, conversionFact, noDifferenceText } from '#ui/words/overlay-words.ts';
import {
  agreementTexts,
  formatName,
  limitText,
  listingText,
  missingPriceTexts,
  wearText,
} from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

/**
 * Renders the comparison of one item. `data-act` is the action of a button: `close`, `explore` (opens the item's own page),
 * `alert` (opens its alert there), or `copy` in the `data-format`, with `data-market` for one row only. `history` is the
 * item's price history, which lives longer than one rendering.
 */
export function renderPanel(model: PanelModel, history?: HTMLElement): HTMLElement {
  const label = text('panelPrices', model.item);
  return el(
    'div',
    { class: 'panel', role: 'dialog', 'aria-label': label, tabindex: -1, 'data-key': 'panel' },
    head(model),
    isSample(model) && el('p', { class: 'sample', role: 'note' }, `⚠ ${text('overlaySampleTitle')}`),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label, 'data-key': 'scroll' },
      el('div', { class: 'lead' }, phaseNote(model), exitSum(model.overlay), limitButtons(model), wearNote(model)),
      el('div', { class: 'main' }, marketTable(model), attachedList(model.overlay)),
      el('div', { class: 'side' }, history, model.cash && cashTable(model.cash, model.overlay.shown)),
      foot(model),
    ),
  );
}

const isSample = ({ overlay }: PanelModel): boolean => overlay.noDifferenceReason === 'sample';

/** Whether the reason for no difference stands above the prices. */
const hasOwnNote = (model: PanelModel): boolean =>
  isSample(model) || (model.phase !== undefined && model.overlay.noDifferenceReason === 'any-phase');

/** That the page's phase has no price of its own, and where to see it. */
function phaseNote({ phase, comparison }: PanelModel): HTMLElement | undefined {
  if (phase === undefined) return undefined;
  const links = comparison.offers.flatMap(({ market, link }) =>
    link && referenceMarkets.some((one) => one === market) ? [' ', linkTo(market, link, `phase ${market}`)] : [],
  );
  return el(
    'div',
    { class: 'phase' },
    el('p', {}, text('panelPhase', phase)),
    links.length > 0 && el('p', {}, text('panelPhaseLinks'), ...links),
  );
}

/** The exit value, and on request what it is reckoned from; or why there is none. */
function exitSum(overlay: PanelModel['overlay']): HTMLElement | undefined {
  const [first, ...more] = exitTrace(overlay).map((line) => el('p', { class: 'mute' }, line));
  if (!first) return undefined;
  const short = exitText(overlay, noDifferenceText(overlay)?.text);
  if (!short?.market) return el('div', { class: 'exit-sum' }, el('strong', { class: 'mute' }, text('exitNone')), first);
  return el(
    'details',
    { class: 'exit-sum', 'data-key': 'exit' },
    el('summary', { 'data-key': 'exit-line' }, el('strong', { class: short.tone }, exitLine(short))),
    ...[first, ...more, el('p', { class: 'mute' }, text('exitRule'))],
  );
}

function wearNote({ wear }: PanelModel): HTMLElement | undefined {
  const words = wear && wearText(wear);
  return words && el('p', { class: wear.isWorn ? 'wear warn' : 'wear mute', title: words.title }, words.text);
}

/** Prices to type here; a click copies the digits where the currency of the site's field is known. */
function limitButtons({ limits = [], overlay }: PanelModel): HTMLElement | undefined {
  const buttons = limits.flatMap((limit) => {
    const words = limitText(limit, overlay);
    if (!words) return [];
    const { text, title, typed } = words;
    const kind = { 'data-limit': limit.kind };
    return typed === undefined
      ? el('span', { ...kind, title }, text)
      : button('limit', `${text} ❐`, `${text}. ${title}`, kind);
  });
  return buttons.length > 0 ? el('div', { class: 'limits' }, ...buttons) : undefined;
}

function head({ item, phase, listing }: PanelModel): HTMLElement {
  const sub = [phase, listing && listingText(listing)].filter(Boolean).join(' · ');
  return el(
    'div',
    { class: 'head' },
    el('div', { class: 'title' }, el('strong', {}, item), el('span', { class: 'mute' }, sub)),
    el(
      'div',
      { class: 'acts' },
      button('alert', '☆', text('panelWatch')),
      button('explore', '⤢', text('exploreOpenItem')),
      button('close', '✕', text('panelClose')),
    ),
  );
}

function foot(model: PanelModel): HTMLElement {
  const { overlay, comparison, withNet } = model;
  const priceless = comparison.offers.filter((offer) => !hasPrice(offer));
  const notes = [
    ...missingPriceTexts(priceless),
    hasOwnNote(model) ? undefined : noDifferenceText(overlay)?.title,
    conversionFact(overlay.used)?.title,
    withNet ? text('panelFees') : undefined,
  ];
  return el(
    'div',
    { class: 'foot' },
    el(
      'div',
      { class: 'agreement' },
      ...agreementTexts(comparison, overlay.shown).map(({ text, title }) =>
        el('span', { class: text.startsWith('⚠') ? 'warn' : '', title }, text),
      ),
    ),
    el(
      'div',
      { class: 'copy' },
      el('span', { class: 'mute' }, text('panelCopy')),
      ...copyFormats.map((format) =>
        button('copy', formatName(format), text('panelCopyAs', formatName(format)), { 'data-format': format }),
      ),
      el('span', { class: 'copy-status', role: 'status' }),
    ),
    ...notes.flatMap((note) => (note ? [el('p', { class: 'mute' }, note)] : [])),
  );
}

/** What is attached to an item, each with its loose price; `undefined` where nothing is. */
export function attachedList(model: OverlayModel): HTMLElement | undefined {
  const { attached, shown } = model;
  if (!attached) return undefined;
  const sum = attachedText(model);
  const title = text('attachedTitle', references[attached.market].name);
  return el(
    'section',
    { class: 'attachments', 'aria-label': title },
    el('div', { class: 'mute', title: text('attachedHint') }, title),
    el('ul', {}, ...attached.items.map((item) => line(item, shown))),
    sum &&
      el('div', { class: 'total', title: sum.title }, el('strong', {}, sum.text), sum.sp && el('span', {}, sum.sp)),
  );
}

function line({ item, wear, cents }: PricedAttachment, shown: Rate): HTMLElement {
  const price =
    cents === undefined
      ? el('span', { class: 'mute', title: text('attachedUnknownTitle') }, '–')
      : el('span', {}, formatAmount(inCurrency(cents, shown)));
  const scratched = wear ? text('attachedWear', formatNumber(wear * 100, 'whole')) : '';
  return el('li', {}, el('span', {}, item ?? text('attachedUnnamed')), el('span', { class: 'mute' }, scratched), price);
}

/** The cash ratios of an item, one row a market, each with the price that it rests on and that price's age. */
function cashTable(cash: CashRatios, shown: Rate): HTMLElement {
  const one = formatNumber(1, 'hundredths');
  const { cents, sells, ageMs } = cash.steam;
  const steam = restsOn({ cents, of: 'ask' }, ageMs, shown);
  const sold = sells.of === 'ask' ? '' : ` · ${restsOn(sells, undefined, shown)}`;
  const head = (name: string, label: string, title?: string) => el('th', { scope: 'col', class: name, title }, label);
  return el(
    'div',
    { class: 'cash' },
    el('p', { title: text('cashTitle') }, `${text('cashHead')}: ${markets.steam.name} ${steam}${sold}`),
    tableOf(
      [
        head('market', text('wordMarket')),
        head('to-cash', text('cashToCash', one), text('cashToCashTitle', one)),
        head('to-balance', text('cashToBalance', one), text('cashToBalanceTitle', one)),
        head('rests', text('cashRests'), text('cashRestsTitle')),
      ],
      cash.ratios.map((ratio) => row(ratio, one, shown)),
    ),
  );
}

function row({ market, toCash, toBalance, sells, ageMs }: CashRatio, one: string, shown: Rate): HTMLElement {
  return el(
    'tr',
    { 'data-cash-market': market },
    el('th', { scope: 'row', class: 'market' }, markets[market].name),
    ratioCell('to-cash', toCash, text('cashToCashTitle', one)),
    ratioCell('to-balance', toBalance, text('cashToBalanceTitle', one)),
    el('td', { class: 'rests', title: text('cashRestsTitle') }, restsOn(sells, ageMs, shown)),
  );
}

const ratioCell = (name: string, ratio: number | undefined, title: string): HTMLElement =>
  ratio === undefined
    ? el('td', { class: name, title: text('cashNoSteamFees') }, '—')
    : el('td', { class: name, title }, formatNumber(ratio, 'ratio'));

/** A price with what it is and its age: "ask $30.00, 4 min". */
function restsOn({ cents, of }: SellingPrice, ageMs: number | undefined, shown: Rate): string {
  const price = text(of === 'ask' ? 'cashAsk' : 'cashAvg7', formatAmount(inCurrency(cents, shown)));
  return ageMs === undefined ? price : `${price}, ${formatAge(ageMs)}`;
}
