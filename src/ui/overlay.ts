import { arrow, moneyText, percentText, toneOf } from '#ui/difference-text.ts';
import { el } from '#ui/element.ts';
import type { OverlayAppearance, OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import { type OverlayTemplate, type RowMark, templateFor } from '#ui/overlay-template.ts';
import { absence, type OverlayTexts, overlayLabel, type PhraseText, wordsOf } from '#ui/overlay-words.ts';

type Difference = OverlayAppearance['difference'];

/**
 * One card's prices: one button, which opens the comparison. Everything that colour says is said by a sign, an arrow
 * or a word as well. The tooltips of its rows come later (src/ui/overlay-titles.ts).
 */
export function overlay(item: string, model: OverlayModel, difference: Difference): HTMLElement {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return absent(state, model);
  const markets = rows.map(({ market }) => market);
  const form = templateFor(markets);
  const words = wordsOf(model);
  const told = words.why || words.rate || words.deal ? 'told' : '';
  form.kind(`overlay ${state} ${told}`);
  form.spoken(overlayLabel(item, words));
  for (const [at, row] of rows.entries()) {
    const place = form.rows[at];
    place?.fill(row, words.prices[at]);
    place?.rowMark(judge(row, model, difference));
  }
  fillFoot(form, words, model);
  return document.importNode(form.button, true);
}

/** What stands while prices are on their way. */
export const skeleton = (): HTMLElement => el('div', { class: 'overlay' }, el('div', { class: 'skeleton' }));

function absent(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): HTMLElement {
  const { text, title } = absence(state, fault);
  const notice = el('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return el('div', { class: `overlay absent ${state} ${fault ? 'faulty' : ''}` }, notice);
}

function judge({ cents, diff }: OverlayRow, model: OverlayModel, difference: Difference): RowMark | undefined {
  if (cents === undefined) return undefined;
  if (model.noDifferenceReason === 'inflated') return { tone: 'warn', parts: ['⚠'] };
  if (diff === undefined || model.listingCents === undefined) return undefined;
  const money = difference === 'percent' ? '' : moneyText(model.listingCents - cents, model.shown);
  const first = difference === 'money' ? money : percentText(diff);
  // The spaces are for whoever reads it as text.
  const parts = [`${arrow(diff)} `, first, ...(difference === 'both' ? [` ${money}`] : [])];
  return { tone: toneOf(diff), parts };
}

/** Parts in the order of their weight: the last are left out first where there is no room. */
function fillFoot(form: OverlayTemplate, { deal, why, rate, age, liquidity }: OverlayTexts, model: OverlayModel): void {
  // A reason that begins with the age has said it.
  const aged = age && model.noDifferenceReason !== 'stale';
  const said = JSON.stringify([deal, why, rate, !aged]);
  if (said !== form.said)
    form.why.replaceChildren(
      ...(deal ? [el('span', { class: 'good', title: deal.title }, deal.text)] : []),
      ...(why ? reasonParts(why) : []),
      ...(rate ? [rateNote(rate)] : []),
      ...(aged ? [form.age.element] : []),
    );
  form.said = said;
  if (aged) form.age.say(age);
  form.measured(liquidity && '');
  if (!liquidity) return;
  form.level(`${model.liquidity}%`);
  form.liquidity(liquidity.text);
}

const reasonParts = ({ text, title }: PhraseText): readonly HTMLElement[] =>
  text.split(' · ').map((part, at) => {
    const tone = text.startsWith('⚠') ? 'warn' : '';
    return el('span', { class: at > 0 ? `${tone} trouble` : tone, title }, part);
  });

const rateNote = ({ text, short, title }: NonNullable<OverlayTexts['rate']>): HTMLElement =>
  el('span', { class: 'rate', title }, el('span', { class: 'long' }, text), el('span', { class: 'short' }, short));
