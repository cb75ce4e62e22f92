import { arrow, differenceTone, moneyText, percentText, weekText, weekTone } from '#ui/difference-text.ts';
import { el } from '#ui/element.ts';
import type { OverlayAppearance, OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import { type OverlayTemplate, type RowMark, templateFor, type WeekMark } from '#ui/overlay-template.ts';
import {
  type OverlayTexts,
  overlayLabel,
  overlayTexts,
  type PhraseText,
  type QuietFact,
  unpricedText,
} from '#ui/overlay-words.ts';

type DifferenceFormat = OverlayAppearance['difference'];

/**
 * Renders one card's prices: a button that opens the panel. A sign, an arrow or a word repeats everything that a
 * colour means. The tooltips of the rows follow when the pointer comes near (src/ui/overlay-titles.ts).
 */
export function renderOverlay(
  item: string,
  model: OverlayModel,
  format: DifferenceFormat,
  repeated = false,
): HTMLElement {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return renderUnpriced(state, model);
  const template = templateFor(rows.map(({ market }) => market));
  const texts = overlayTexts(model);
  const notes = notesOf(texts, model);
  const only = onlyRow(model);
  const exit = repeated && !isOfListing(model) ? undefined : texts.exit;
  template.setClass(`overlay ${state} ${notes.length > 0 ? 'noted' : ''} ${only ? 'phased' : ''}`);
  template.setLabel(overlayLabel(item, texts));
  for (const [at, row] of rows.entries()) {
    template.rows[at]?.fill(row, texts.prices[at], toRowMark(row, model, format), only ? undefined : toWeekMark(row));
    template.rows[at]?.setShown(!only || row === only);
  }
  template.setRows(only ? 1 : rows.length, (exit ? 1 : 0) + (texts.attached ? 1 : 0));
  template.setExit(exit);
  template.setAttached(texts.attached);
  fillFoot(template, notes, texts, model);
  return document.importNode(template.button, true);
}

/** Whether the exit value tells what the listing leaves, and not only what a sale does. */
const isOfListing = ({ exit }: OverlayModel): boolean =>
  typeof exit === 'object' && (exit.profit ?? exit.ratio) !== undefined;

/** Renders the placeholder of a card until its prices come, as high as the overlay will be. */
export function renderPlaceholder({ markets, more }: OverlayRows): HTMLElement {
  const element = el('div', { class: 'overlay' }, el('div', { class: 'skeleton' }));
  element.style.setProperty('--markets', String(markets));
  element.style.setProperty('--more', String(more));
  return element;
}

/** The rows of an overlay: those of markets, and more. */
export interface OverlayRows {
  readonly markets: number;
  readonly more: number;
}

function renderUnpriced(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): HTMLElement {
  const { text, title } = unpricedText(state, fault);
  const notice = el('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return el('div', { class: `overlay absent ${state} ${fault ? 'faulty' : ''}` }, notice);
}

/** The cheapest phase's price, where the item's phases cost different money. Three such prices would only look certain. */
const onlyRow = ({ noDifferenceReason, rows }: OverlayModel): OverlayRow | undefined =>
  noDifferenceReason === 'any-phase'
    ? rows.reduce((least, row) =>
        (row.cents ?? Number.POSITIVE_INFINITY) < (least.cents ?? Number.POSITIVE_INFINITY) ? row : least,
      )
    : undefined;

function toRowMark(
  { cents, diff, net }: OverlayRow,
  model: OverlayModel,
  format: DifferenceFormat,
): RowMark | undefined {
  if (cents === undefined) return undefined;
  if (model.noDifferenceReason === 'inflated') return { tone: 'warn', parts: ['⚠'] };
  if (diff === undefined || model.listingCents === undefined) return undefined;
  const money = format === 'percent' ? '' : moneyText(net ? net.profitCents : model.listingCents - cents, model.shown);
  const percent = net?.percent ?? diff;
  const first = format === 'money' ? money : percentText(percent);
  // The spaces separate the parts where the overlay is read or copied as text.
  const parts = [`${arrow(percent)} `, first, ...(format === 'both' ? [` ${money}`] : [])];
  // A profit is good where a difference to the price is bad.
  return { tone: differenceTone(net ? -percent : percent), parts };
}

const toWeekMark = ({ week }: OverlayRow): WeekMark | undefined =>
  week && { tone: week.thin ? 'mute' : weekTone(week.percent), text: weekText(week.percent) };

/** The notes of the foot by importance: where there is no room, the last ones are left out first. */
const notesOf = (
  { deal, net, why, rate, age }: OverlayTexts,
  { state, noDifferenceReason }: OverlayModel,
): readonly Note[] => [
  ...(deal ? [{ ...deal, tone: 'good' }] : []),
  ...(net ? [{ ...net, tone: 'net' }] : []),
  ...(why ? reasonNotes(why, noDifferenceReason === 'sample') : []),
  ...told(rate),
  // The reason for a stale price has its age.
  ...(state === 'stale' ? [] : told(age)),
];

interface Note extends PhraseText {
  readonly tone?: string;
}

const told = (fact: QuietFact | undefined): readonly Note[] =>
  fact?.text === undefined ? [] : [{ text: fact.text, title: fact.title }];

const reasonNotes = ({ text, title }: PhraseText, isSample: boolean): readonly Note[] =>
  text.split(' · ').map((part, at) => {
    const tone = isSample ? 'sample' : text.startsWith('⚠') ? 'warn' : '';
    return { text: part, title, tone: at > 0 ? `${tone} trouble` : tone };
  });

function fillFoot(
  template: OverlayTemplate,
  notes: readonly Note[],
  { liquidity }: OverlayTexts,
  model: OverlayModel,
): void {
  const shown = JSON.stringify(notes);
  if (shown !== template.shownNotes)
    template.notes.replaceChildren(
      ...notes.map(({ text, title, tone }) => el('span', { class: tone || undefined, title }, text)),
    );
  template.shownNotes = shown;
  template.showLiquidity(liquidity !== undefined);
  if (!liquidity) return;
  template.setBarWidth(`${model.liquidity}%`);
  template.setLiquidity(liquidity.text);
}
