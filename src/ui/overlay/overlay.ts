import { inCurrency } from '#core/money/rates.ts';
import { markets } from '#core/prices/markets.ts';
import { el, replaceContent } from '#ui/overlay/element.ts';
import { markShape } from '#ui/overlay/market-mark.ts';
import type { OverlayAppearance, OverlayModel, OverlayRow } from '#ui/overlay/overlay-model.ts';
import { type Shape, shape, toElement } from '#ui/overlay/shape.ts';
import {
  arrow,
  differenceTone,
  moneyText,
  percentText,
  profitTone,
  weekText,
  weekTone,
} from '#ui/words/difference-text.ts';
import { type ExitText, profitPercent } from '#ui/words/exit-text.ts';
import { formatAge } from '#ui/words/format.ts';
import {
  type AttachedText,
  type OverlayTexts,
  overlayLabel,
  overlayTexts,
  type PhraseText,
  type QuietFact,
  unpricedText,
} from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';

type DifferenceFormat = OverlayAppearance['difference'];

/**
 * Renders one card's prices: a button that opens the panel. A sign, an arrow or a word repeats everything that a
 * colour means. The tooltips of the rows follow when the pointer comes near (src/ui/overlay/overlay-titles.ts).
 */
export function overlayShape(item: string, model: OverlayModel, format: DifferenceFormat, repeated = false): Shape {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return unpricedShape(state, model);
  const texts = overlayTexts(model);
  const notes = renderNotes(texts, model);
  const only = onlyRow(model);
  const exit = repeated && !isOfListing(model) ? undefined : texts.exit;
  const lines = [
    ...(exit ? [exitRow(exit)] : []),
    ...rows.map((row, at) => marketRow(row, texts.prices[at], toRowMark(row, model, format), only)),
    ...(texts.attached ? [attachedRow(texts.attached)] : []),
  ];
  const button = shape(
    'button',
    {
      type: 'button',
      class: `overlay ${state} ${notes.length > 0 ? 'noted' : ''} ${only ? 'phased' : ''}`,
      'aria-haspopup': 'dialog',
    },
    // A hidden text. An `aria-label` would have to repeat the visible text word for word (WCAG 2.5.3).
    shape('span', { class: 'spoken' }, overlayLabel(item, texts)),
    shape('span', { class: 'rows', 'aria-hidden': 'true' }, ...(repeated ? withWorn(lines, texts.worn) : lines)),
    shape(
      'span',
      { class: 'foot', 'aria-hidden': 'true' },
      texts.liquidity && liquidityPart(texts.liquidity),
      shape('span', { class: 'notes' }, ...notes),
    ),
  );
  const count = { markets: only ? 1 : rows.length, more: (exit ? 1 : 0) + (texts.attached ? 1 : 0) };
  return { ...button, style: { ...rowStyle(count), '--liquidity': `${model.liquidity ?? 0}%` } };
}

export const renderOverlay = (...of: Parameters<typeof overlayShape>): HTMLElement => toElement(overlayShape(...of));

/** A repeated card has no foot, and says it in its first line. */
const withWorn = ([first, ...lines]: readonly Shape[], worn: PhraseText | undefined): readonly Shape[] =>
  first ? [{ ...first, attributes: { ...first.attributes, 'data-worn': worn?.text } }, ...lines] : lines;

/** What an overlay says beyond its prices. That prices are made up or outliers is said as long as they stand. */
const verdicts = '.exit, .attached, .diff:not(.warn), .week, .spoken';

/**
 * Leaves the prices of an overlay standing after an update of the extension: without a verdict, and with the one sentence
 * that was fetched before.
 */
export function retireOverlay(root: ShadowRoot, sentence: string): void {
  const overlay = root.querySelector<HTMLElement>('.overlay');
  if (!overlay) return;
  for (const verdict of overlay.querySelectorAll(verdicts)) verdict.remove();
  const rows = overlay.querySelector('.rows');
  for (const row of rows?.children ?? [])
    for (const name of ['data-diff', 'data-worn', 'title']) row.removeAttribute(name);
  rows?.removeAttribute('aria-hidden');
  const retired = el(
    'div',
    { class: overlay.className.replace('ready', 'stale') },
    rows ?? undefined,
    overlay.querySelector('.sample') ?? undefined,
    el('div', { class: rows ? 'sentence' : 'notice' }, sentence),
  );
  retired.style.cssText = overlay.style.cssText;
  replaceContent(root, retired);
}

/** Whether the exit value tells what the listing leaves, and not only what a sale does. */
const isOfListing = ({ exit }: OverlayModel): boolean =>
  typeof exit === 'object' && (exit.profit ?? exit.ratio) !== undefined;

/** The placeholder of a card until its prices come, as high as the overlay will be. */
export const placeholderShape = (rows: OverlayRows): Shape => ({
  ...shape('div', { class: 'overlay' }, shape('div', { class: 'skeleton' })),
  style: rowStyle(rows),
});

const rowStyle = ({ markets, more }: OverlayRows) => ({ '--markets': String(markets), '--more': String(more) });

export interface OverlayRows {
  readonly markets: number;
  readonly more: number;
}

function unpricedShape(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): Shape {
  const { text, title } = unpricedText(state, fault);
  const notice = shape('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return shape('div', { class: `overlay absent ${state} ${fault ? 'faulty' : ''}` }, notice);
}

/** The cheapest phase's price, where the item's phases cost different money. Three such prices would only look certain. */
const onlyRow = ({ noDifferenceReason, rows }: OverlayModel): OverlayRow | undefined =>
  noDifferenceReason === 'any-phase'
    ? rows.reduce((least, row) =>
        (row.cents ?? Number.POSITIVE_INFINITY) < (least.cents ?? Number.POSITIVE_INFINITY) ? row : least,
      )
    : undefined;

function toRowMark(
  { cents, diff, net, doubt, ageMs = 0 }: OverlayRow,
  model: OverlayModel,
  format: DifferenceFormat,
): RowMark | undefined {
  if (cents === undefined) return undefined;
  if (doubt === 'inflated' || model.noDifferenceReason === 'inflated') return { tone: 'warn', parts: ['⚠'] };
  // Where all are old, the foot says so once.
  if (doubt && model.state === 'ready') return { tone: 'mute', parts: [doubt === 'stale' ? formatAge(ageMs) : '⚠'] };
  if (diff === undefined || model.listingCents === undefined) return undefined;
  const money =
    format === 'percent' ? '' : moneyText(inCurrency(net ? net.profitCents : model.listingCents - cents, model.shown));
  const first = format === 'money' ? money : net ? profitPercent(net) : percentText(diff);
  // The spaces separate the parts where the overlay is read or copied as text.
  const parts = [net ? '' : `${arrow(diff)} `, first, ...(format === 'both' ? [` ${money}`] : [])];
  if (net) return { tone: profitTone(net.profitCents, net.isGood), parts };
  return { tone: model.own ? 'mute' : differenceTone(diff), parts };
}

/** The notes of the foot by importance: where there is no room, the last ones are left out first. */
const renderNotes = (
  { worn, deal, locked, net, why, rate, age }: OverlayTexts,
  { state, noDifferenceReason }: OverlayModel,
): readonly Shape[] => [
  ...note(worn, 'warn'),
  ...note(deal, 'good'),
  ...note(locked),
  ...note(net, 'net'),
  ...(why ? reasonNotes(why, noDifferenceReason === 'sample') : []),
  ...note(rate),
  // The reason for a stale price has its age.
  ...(state === 'stale' ? [] : note(age)),
];

const note = (fact: QuietFact | undefined, tone?: string): readonly Shape[] =>
  fact?.text === undefined
    ? []
    : [
        shape(
          'span',
          { class: tone, title: fact.title, 'data-brief': fact.brief },
          fact.brief === undefined ? fact.text : shape('span', {}, fact.text),
        ),
      ];

const reasonNotes = ({ text, title }: PhraseText, isSample: boolean): readonly Shape[] =>
  text.split(' · ').flatMap((part, at) => {
    const tone = isSample ? 'sample' : text.startsWith('⚠') ? 'warn' : '';
    return note({ text: part, title }, at > 0 ? `${tone} trouble` : tone);
  });

const liquidityPart = ({ text }: PhraseText): Shape =>
  shape('span', { class: 'liquidity' }, shape('span', { class: 'bar' }, shape('span')), text);

/** The difference in a row. Where there is no room, the last parts are left out first. */
interface RowMark {
  /** Class that gives the colour (src/ui/overlay/colours.css). */
  readonly tone: string;
  readonly parts: readonly string[];
}

/** @param only the one row that is shown, and without the change over 7 days */
function marketRow(
  row: OverlayRow,
  price: OverlayTexts['prices'][number] | undefined,
  mark: RowMark | undefined,
  only: OverlayRow | undefined,
): Shape {
  const { market, cents, diff, doubt } = row;
  const week = only ? undefined : row.week;
  const isMuted = cents === undefined || (doubt && doubt !== 'inflated');
  const hidden = only && row !== only ? '' : undefined;
  return shape(
    'span',
    { class: 'row', 'data-market': market, 'data-cents': cents, 'data-diff': diff?.toFixed(1), hidden },
    markShape(market),
    shape(
      'span',
      { class: `price ${isMuted ? 'mute' : ''} ${week ? 'weekly' : ''}`, 'data-whole': price?.whole },
      price?.text,
      week && shape('span', { class: `week ${week.thin ? 'mute' : weekTone(week.percent)}` }, weekText(week.percent)),
    ),
    shape('span', { class: `diff ${mark?.tone ?? ''}` }, ...(mark?.parts.map((part) => shape('span', {}, part)) ?? [])),
  );
}

/** The row of the exit value. A part without room wraps out of sight: the market's name first, its mark never. */
const exitRow = ({ tone, lead, percent, why, market, data }: ExitText): Shape =>
  shape(
    'span',
    { class: `row exit ${tone}`, ...data },
    market && markShape(market),
    shape('span', {}, lead),
    shape(
      'span',
      { class: why ? 'mute' : 'percent' },
      why && shape('span', {}, `${text('exitNoProfit')} `),
      why ?? percent,
    ),
    shape('span', { class: 'at' }, market && markets[market].name),
  );

const attachedRow = ({ text, sp }: AttachedText): Shape =>
  shape(
    'span',
    { class: 'row attached' },
    shape('span', { class: 'mark attachment' }, '✦'),
    shape('span', { class: 'price' }, text),
    // Behind an empty part, a part without room wraps out of sight and is never cut.
    shape('span', { class: 'diff mute' }, shape('i'), shape('span', {}, sp)),
  );
