import type { PricedAttachment } from '#core/items/attached.ts';
import { wearInitials, wearOf } from '#core/items/item-kinds.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { marketNames, referenceMarkets } from '#core/prices/markets.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { el } from '#ui/overlay/element.ts';
import type { BoughtState, OverlayModel, PanelModel } from '#ui/overlay/overlay-model.ts';
import { blankNetText, button, linkTo, marketTable } from '#ui/overlay/panel-table.ts';
import { type PanelTab, tabs } from '#ui/overlay/panel-tabs.ts';
import { exitText, exitTrace, leavesText } from '#ui/words/exit-text.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';
import { attachedText, conversionFact, noDifferenceText } from '#ui/words/overlay-words.ts';
import { bandTexts, factText, limitText, listingText, seenTexts, wearText } from '#ui/words/panel-words.ts';
import { type PhraseText, text } from '#ui/words/text.ts';

/** `data-act`: `close`, `explore`, `alert`, `beaten`, `lowest`, `copy`, `limit`, `bought`, `bought-back`. Head and exit stand still. */
export function renderPanel(
  model: PanelModel,
  past?: { readonly history: HTMLElement; readonly line: string | undefined; readonly gone?: PhraseText | undefined },
  tab: PanelTab = 'history',
  bought: BoughtState = 'offered',
): HTMLElement {
  const label = text('panelPrices', model.item);
  return el(
    'div',
    { class: 'panel', role: 'dialog', 'aria-label': label, tabindex: -1, 'data-key': 'panel' },
    head(model),
    model.overlay.sample && el('p', { class: 'sample', role: 'note' }, `⚠ ${text('overlaySampleTitle')}`),
    exitSum(model.overlay),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label, 'data-key': 'scroll' },
      el(
        'div',
        { class: 'lead' },
        phaseNote(model),
        limitButtons(model),
        wearNote(model),
        factNote(model),
        ...seenNotes(model),
      ),
      marketTable(model),
      attachedList(model.overlay),
      past &&
        el(
          'div',
          { class: 'line' },
          past.line !== undefined && el('p', {}, past.line),
          past.gone && el('p', { title: past.gone.title }, past.gone.text),
        ),
      past && tabs(model, past.history, tab),
      notes(model),
      foot(model.purchase ? boughtButtons(bought) : []),
    ),
  );
}

const hasOwnNote = ({ phase, overlay }: PanelModel): boolean =>
  overlay.sample || (phase !== undefined && overlay.noDifferenceReason === 'any-phase');

function phaseNote({ phase, comparison }: PanelModel): HTMLElement | undefined {
  if (phase === undefined) return undefined;
  const links = comparison.offers.flatMap(({ market, link }) =>
    link && referenceMarkets.some((one) => one === market) ? [' ', linkTo(market, link, `phase ${market}`)] : [],
  );
  return el(
    'p',
    { class: 'phase mute' },
    text('panelPhase', phase),
    ...(links.length > 0 ? [' ', text('panelPhaseLinks'), ...links] : []),
  );
}

function exitSum(overlay: PanelModel['overlay']): HTMLElement | undefined {
  const [first, ...more] = exitTrace(overlay);
  if (!first) return undefined;
  const short = exitText(overlay, noDifferenceText(overlay)?.text);
  if (!short?.market || typeof overlay.exit !== 'object')
    return el('p', { class: 'exit-sum mute' }, `${text('exitNone')} · ${first}`);
  const net = leavesText(inCurrency(overlay.exit.netCents, overlay.shown), short.market);
  return el(
    'details',
    { class: 'exit-sum', 'data-key': 'exit' },
    el(
      'summary',
      { 'data-key': 'exit-line' },
      el(
        'strong',
        { class: short.tone },
        el('span', {}, short.lead),
        ' ',
        el('span', { class: 'share' }, short.percent),
      ),
      ' ',
      el(
        'span',
        { class: 'at' },
        marketMark(short.market),
        marketNames[short.market],
        short.isVerdict && el('span', { class: 'net' }, ` ${net}`),
      ),
    ),
    ...[first, ...more, text('exitRule')].map((line) => el('p', { class: 'mute' }, line)),
  );
}

function wearNote({ wear }: PanelModel): HTMLElement | undefined {
  const words = wear && wearText(wear);
  return words && el('p', { class: wear.isWorn ? 'wear warn' : 'wear mute', title: words.title }, words.text);
}

function factNote({ facts, overlay }: PanelModel): HTMLElement | undefined {
  const words = facts && factText(facts, overlay.shown);
  return words && el('p', { class: 'facts mute', title: words.title }, words.text);
}

const seenNotes = ({ seen, at, overlay }: PanelModel): readonly HTMLElement[] =>
  seen
    ? seenTexts(seen, at, overlay.shown).map(({ act, text: line, title, site }) =>
        el('p', { class: `seen ${act}`, title }, line, ' ', button(act, '↗', text('panelOpen', site))),
      )
    : [];

/** Prices to type here; a click copies the digits where the currency of the site's field is known. */
function limitButtons({ limits = [], overlay }: PanelModel): HTMLElement | undefined {
  const buttons = limits.flatMap((limit) => {
    const words = limitText(limit, overlay);
    if (!words) return [];
    const { label, amount, own, title, typed } = words;
    const about = { 'data-limit': limit.kind, title };
    const parts = [`${label} `, el('strong', {}, amount), ...(own === undefined ? [] : [' ', el('small', {}, own)])];
    return typed === undefined
      ? el('span', about, ...parts)
      : el('button', { type: 'button', 'data-act': 'limit', 'data-key': limit.kind, ...about }, ...parts);
  });
  return buttons.length > 0 ? el('div', { class: 'limits' }, ...buttons) : undefined;
}

function head({ item, phase, listing, overlay }: PanelModel): HTMLElement {
  const sub = [phase, listing && listingText(listing, overlay.shown)].filter(Boolean).join(' · ');
  const wear = wearOf(item);
  const name = wear ? item.slice(0, -` (${wear})`.length) : item;
  return el(
    'div',
    { class: 'head' },
    el(
      'div',
      { class: 'title', title: item },
      el('strong', {}, el('span', {}, name), wear && el('span', { 'data-brief': wearInitials(wear) }, ` (${wear})`)),
      sub !== '' && el('span', { class: 'mute' }, sub),
    ),
    el(
      'div',
      { class: 'acts' },
      button('alert', '☆', text('panelWatch')),
      button('explore', '⤢', text('exploreOpenItem')),
      button('close', '✕', text('panelClose')),
    ),
  );
}

function notes(model: PanelModel): HTMLElement {
  const { overlay, comparison } = model;
  const reasons = [
    hasOwnNote(model) ? undefined : noDifferenceText(overlay)?.title,
    conversionFact(overlay.used)?.title,
    blankNetText(model),
  ];
  return el(
    'div',
    { class: 'notes mute' },
    ...bandTexts(comparison, overlay.shown).map(({ text, title }) => el('span', { title }, text)),
    ...reasons.flatMap((note) => (note ? [el('p', {}, note)] : [])),
  );
}

const foot = (more: readonly HTMLElement[]): HTMLElement =>
  el(
    'div',
    { class: 'foot' },
    button('copy', text('panelCopy'), text('panelCopyTitle')),
    ...more,
    el('span', { class: 'copy-status', role: 'status' }),
  );

/** The first stays where it is and keeps the focus: a second click takes nothing back. */
const boughtButtons = (state: BoughtState): readonly HTMLElement[] =>
  state === 'offered'
    ? [button('bought', text('panelBought'), text('panelBoughtTitle'), { 'data-key': 'bought' })]
    : [
        el('span', { class: 'kept', tabindex: -1, 'data-key': 'bought' }, `✓ ${text('panelInPortfolio')}`),
        ...(state === 'undoable' ? [button('bought-back', text('portfolioUndo'), text('portfolioUndo'))] : []),
      ];

export function attachedList(model: OverlayModel): HTMLElement | undefined {
  const { attached, shown } = model;
  if (!attached) return undefined;
  const sum = attachedText(model);
  const title = text('attachedTitle', marketNames[attached.market]);
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
