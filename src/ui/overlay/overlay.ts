import { inCurrency } from '#core/money/rates.ts';
import { markClass } from '#ui/marks/market-mark.ts';
import { el, replaceContent } from '#ui/overlay/element.ts';
import type { OverlayAppearance, OverlayModel, OverlayRow } from '#ui/overlay/overlay-model.ts';
import { type Shape, shape, toElement } from '#ui/overlay/shape.ts';
import { arrow, moneyText, percentText, weekText, weekTone } from '#ui/words/difference-text.ts';
import { type ExitText, profitPercent } from '#ui/words/exit-text.ts';
import { formatAge, formatAmount } from '#ui/words/format.ts';
import {
  type OverlayTexts,
  overlayLabel,
  overlayTexts,
  type QuietFact,
  unpricedText,
} from '#ui/words/overlay-words.ts';
import type { PhraseText } from '#ui/words/text.ts';

type DifferenceFormat = OverlayAppearance['difference'];

/** A sign, an arrow or a word repeats everything that a colour means. Tooltips: src/ui/overlay/overlay-titles.ts. */
export function overlayShape(item: string, model: OverlayModel, format: DifferenceFormat, repeated = false): Shape {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return unpricedShape(state, model);
  const texts = overlayTexts(model);
  const { exit, liquidity, caution } = texts;
  // Other programs read the rows also where the reason for no difference stands in their place.
  const isBare = repeated && rows.some(({ diff }) => diff !== undefined);
  const hidden = repeated && !isBare ? '' : undefined;
  const lines = [
    ...(exit ? [exitRow(exit)] : []),
    ...rows.map((row, at) => marketRow(row, texts.prices[at], model, format, hidden)),
  ];
  // A repeated card has no foot but for the reason for having no difference, and no more height for a warning.
  const foot = isBare
    ? caution && shape('span', { class: 'foot warn', title: caution.title }, '⚠')
    : shape(
        'span',
        { class: 'foot' },
        shape('span', { class: 'notes' }, ...renderNotes(texts, model)),
        liquidity && !repeated && liquidityPart(liquidity, model),
      );
  const button = shape(
    'button',
    { type: 'button', class: classesOf(model, exit, format, isBare).join(' '), 'aria-haspopup': 'dialog' },
    // A hidden text. An `aria-label` would have to repeat the visible text word for word (WCAG 2.5.3).
    shape('span', { class: 'spoken' }, overlayLabel(item, texts)),
    shape('span', { class: 'rows', 'aria-hidden': 'true' }, ...lines, foot),
  );
  return {
    ...button,
    style: { ...sizeOf(hidden === '' ? 0 : rows.length), '--liquidity': `${model.liquidity}%` },
  };
}

export const renderOverlay = (...of: Parameters<typeof overlayShape>): HTMLElement => toElement(overlayShape(...of));

/** Letters of a price, a per cent and an amount of money for which 196 px have room. */
const shortLetters = 21;
/** Width of a letter of the profit, in those of a row. */
const largeLetter = 1.25;

/** Whether an overlay of 196 px has no room for both, per cent and money, below a profit without its cents. */
function isLong({ rows, shown, listingCents = 0 }: OverlayModel, { brief = '' }: Partial<ExitText> = {}): boolean {
  const compared = rows.filter(({ diff }) => diff !== undefined);
  const widest = (textOf: (row: OverlayRow) => string) => Math.max(0, ...compared.map((row) => textOf(row).length));
  const amount = (cents: number) => formatAmount(inCurrency(cents, shown));
  const before = widest(({ cents = 0 }) => amount(cents)) + widest(({ diff = 0 }) => percentText(diff));
  const money = widest(({ cents = 0 }) => amount(-Math.abs(listingCents - cents)));
  return before + Math.max(money, brief.length * largeLetter) > shortLetters;
}

const classesOf = (model: OverlayModel, exit: ExitText | undefined, format: DifferenceFormat, isBare: boolean) => [
  'overlay',
  model.state,
  ...(exit ? [] : ['plain']),
  ...(isBare ? ['bare'] : []),
  `by-${format}`,
  ...(format === 'both' && isLong(model, exit) ? ['long'] : []),
  ...(doubts.includes(model.noDifferenceReason) ? ['doubt'] : []),
];

/** After an update of the extension nobody tells how old prices are: one sentence stands in their place, which was fetched before. */
export function retireOverlay(root: ShadowRoot, sentence: string): void {
  const overlay = root.querySelector<HTMLElement>('.overlay');
  if (!overlay) return;
  const retired = el(
    'div',
    { class: overlay.className.replace(/ready|stale/, 'absent') },
    el('div', { class: 'notice' }, sentence),
  );
  retired.style.cssText = overlay.style.cssText;
  replaceContent(root, retired);
}

/** The placeholder of a card until its prices come, as high as the overlay will be. */
export const placeholderShape = ({ markets, head }: OverlayRows): Shape => ({
  ...shape('div', { class: head ? 'overlay wait' : 'overlay wait plain' }, shape('div')),
  style: sizeOf(markets),
});

/** Lines of markets, one below the other, and two abreast: its height is by them alone. */
const sizeOf = (markets: number) => ({ '--markets': `${markets}`, '--pairs': `${Math.ceil(markets / 2)}` });

export interface OverlayRows {
  readonly markets: number;
  readonly head: boolean | undefined;
}

function unpricedShape(state: 'unknown' | 'offline' | 'unavailable', { fault, rows, head }: OverlayModel): Shape {
  const { text, title } = unpricedText(state, fault);
  const notice = shape('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return {
    ...shape('div', { class: `overlay absent ${state} ${head ? '' : 'plain'}` }, notice),
    style: sizeOf(rows.length),
  };
}

const doubts: readonly unknown[] = ['stale', 'clock', 'inflated', 'any-phase', 'sample'];

const cell = (name: string, text: string): Shape => shape('span', { class: name }, text);

/** What stands behind a price: its doubt, or the difference, whose parts have columns of their own. */
function behindPrice(
  { cents, diff, net, doubt, ageMs = 0 }: OverlayRow,
  model: OverlayModel,
  format: DifferenceFormat,
): readonly Shape[] {
  if (cents === undefined) return [];
  if (doubt === 'inflated' || model.noDifferenceReason === 'inflated') return [cell('percent warn', '⚠')];
  // Where all are old, the foot says so once.
  if (doubt && model.state === 'ready')
    return [doubt === 'stale' ? cell('percent', formatAge(ageMs)) : cell('percent warn', '⚠')];
  if (diff === undefined || model.listingCents === undefined) return [];
  const money =
    format === 'percent' ? '' : moneyText(inCurrency(net ? net.profitCents : model.listingCents - cents, model.shown));
  const first = format === 'money' ? money : net ? profitPercent(net) : percentText(diff);
  return [
    ...(net ? [] : [cell('arrow', arrow(diff))]),
    cell('percent', first),
    ...(format === 'both' ? [cell('money', money)] : []),
  ];
}

/** The notes of the foot by importance: where there is no room, the last ones are left out first. */
function renderNotes(
  { caution, deal, locked, net, why, rate, age, attached, exit, own }: OverlayTexts,
  { state, noDifferenceReason }: OverlayModel,
): readonly Shape[] {
  const isSaid = why?.text === exit?.lead;
  return [
    ...note(caution, 'warn'),
    ...(exit?.tone === 'good' ? [] : note(deal, 'good')),
    ...note(own),
    ...note(locked, 'ink'),
    ...note(net),
    ...(why && !isSaid ? reasonNotes(why, noDifferenceReason === 'sample') : []),
    ...note(
      attached && { ...attached, text: `✦ ${[attached.text, attached.sp].filter(Boolean).join(' · ')}` },
      'ink attached',
    ),
    ...note(rate),
    // The reason for a stale price has its age.
    ...(state === 'stale' ? [] : note(age)),
  ];
}

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

const liquidityPart = ({ text }: PhraseText, { ofSteam }: OverlayModel): Shape =>
  shape('span', { class: 'liquidity' }, !ofSteam && shape('span', { class: 'bar' }), text);

/** Where the listing would sell best. Its difference is what is read from afar while the fees are not known. */
const bestRow = ({ rows }: OverlayModel): OverlayRow | undefined =>
  rows.filter(({ diff }) => diff !== undefined).toSorted((one, other) => worth(other) - worth(one))[0];

const worth = ({ cents = 0, net }: OverlayRow): number => net?.net ?? cents;

function marketRow(
  row: OverlayRow,
  price: OverlayTexts['prices'][number] | undefined,
  model: OverlayModel,
  format: DifferenceFormat,
  hidden: '' | undefined,
): Shape {
  const { market, cents, diff, doubt, week, isGood } = row;
  const tones = [
    doubt || cents === undefined ? 'doubt' : '',
    ...(model.head ? [] : [isGood ? 'good' : '', row === bestRow(model) ? 'best' : '']),
  ].filter(Boolean);
  return shape(
    'span',
    {
      class: ['row', ...tones].join(' '),
      'data-market': market,
      'data-cents': cents,
      'data-diff': diff?.toFixed(1),
      hidden,
    },
    shape('span', { class: markClass(market) }),
    shape('span', { class: cents === undefined ? 'price none' : 'price' }, price),
    week && cell(`week ${week.thin ? 'mute' : weekTone(week.percent)}`, weekText(week.percent)),
    ...behindPrice(row, model, format),
  );
}

/** The line of what a sale leaves, or why nobody knows: the one thing of a card that is read from afar. */
function exitRow({ tone, lead, brief, percent, market, data, isVerdict }: ExitText): Shape {
  const said = shape(
    'span',
    { class: isVerdict ? 'lead' : tone === 'sample' ? 'word sample' : 'word', 'data-brief': brief },
    brief === undefined ? lead : shape('span', {}, lead),
  );
  return shape(
    'span',
    { class: `row exit ${tone}`, ...data },
    market && shape('span', { class: markClass(market) }),
    said,
    percent !== undefined && cell('percent', percent),
  );
}
