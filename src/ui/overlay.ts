import type { MarketId } from '#core/markets.ts';
import { arrow, moneyText, percentText, toneOf } from '#ui/difference-text.ts';
import { el, stamp } from '#ui/element.ts';
import { marketMark } from '#ui/market-mark.ts';
import type { OverlayLook, OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import { absence, overlayLabel, type Saying, type Words, wordsOf } from '#ui/overlay-words.ts';

type Difference = OverlayLook['difference'];

/**
 * One card's prices: one button, which opens the comparison. Everything that colour says is said by a sign, an arrow
 * or a word as well.
 */
export function overlay(item: string, model: OverlayModel, difference: Difference): HTMLElement {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return absent(state, model);
  const markets = rows.map(({ market }) => market);
  const button = stamp(markets.join(' '), () => blank(markets));
  const words = wordsOf(model);
  const told = words.why || words.rate || words.deal ? 'told' : '';
  button.className = `overlay ${state} ${told}`;
  if (rows.length !== usualRows) button.style.setProperty('--rows', String(rows.length));
  const spoken = button.firstElementChild;
  spoken?.append(overlayLabel(item, words));
  let element = spoken?.nextElementSibling?.firstElementChild;
  for (const [at, row] of rows.entries()) {
    if (element) fillRow(element, row, { price: words.prices[at] ?? '', title: titleOf(row, words, at) });
    const verdict = judge(row, model, difference);
    if (element?.lastElementChild && verdict) fillVerdict(element.lastElementChild, verdict);
    element = element?.nextElementSibling;
  }
  if (button.lastElementChild) fillFoot(button.lastElementChild, words, model);
  return button;
}

/** The style sheet reckons with as many. */
const usualRows = 3;

/**
 * All of an overlay that is the same on every card, to be copied in one go: Firefox puts a wrapper around each node of a
 * page that a content script touches, and copying touches none.
 */
const blank = (markets: readonly MarketId[]): HTMLElement =>
  el(
    'button',
    { type: 'button', 'aria-haspopup': 'dialog' },
    el('span', { class: 'spoken' }),
    el('span', { class: 'rows', 'aria-hidden': 'true' }, ...markets.map(blankRow)),
    el(
      'span',
      { class: 'foot', 'aria-hidden': 'true' },
      el('span', { class: 'why' }, el('span')),
      el('span', { class: 'liquidity' }, el('span', { class: 'bar' }, el('span'))),
    ),
  );

const blankRow = (market: MarketId): HTMLElement =>
  el(
    'span',
    { class: 'row', 'data-market': market },
    marketMark(market),
    el('span', { class: 'price' }),
    el('span', { class: 'diff' }, el('span'), el('span'), el('span')),
  );

/** What stands while prices are on their way. */
export const skeleton = (): HTMLElement => el('div', { class: 'overlay' }, el('div', { class: 'skeleton' }));

function absent(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): HTMLElement {
  const { text, title } = absence(state, fault);
  const notice = el('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return el('div', { class: `overlay absent ${state} ${fault ? 'faulty' : ''}` }, notice);
}

/** A row whose difference is missing says why in its tooltip, so that each mark in it can be understood. */
function titleOf({ cents, diff }: OverlayRow, { meanings, why }: Words, at: number): string {
  const meaning = meanings[at] ?? '';
  return why && diff === undefined && cents !== undefined ? `${meaning}. ${why.title}` : meaning;
}

function fillRow(row: Element, { cents, diff }: OverlayRow, { price, title }: { price: string; title: string }): void {
  if (cents !== undefined) row.setAttribute('data-cents', String(cents));
  if (diff !== undefined) row.setAttribute('data-diff', diff.toFixed(1));
  row.setAttribute('title', title);
  const place = row.lastElementChild?.previousElementSibling;
  if (!place) return;
  place.textContent = price;
  if (cents === undefined) place.className = 'price mute';
}

/** What a row says of the difference, in parts of which the last are left out first where there is no room. */
interface Verdict {
  readonly tone: string;
  readonly parts: readonly string[];
}

function judge({ cents, diff }: OverlayRow, model: OverlayModel, difference: Difference): Verdict | undefined {
  if (cents === undefined) return undefined;
  if (model.reservation === 'inflated') return { tone: 'warn', parts: ['⚠'] };
  if (diff === undefined || model.listingCents === undefined) return undefined;
  const money = difference === 'percent' ? '' : moneyText(model.listingCents - cents, model.shown);
  const first = difference === 'money' ? money : percentText(diff);
  // The spaces are for whoever reads it as text.
  const parts = [`${arrow(diff)} `, first, ...(difference === 'both' ? [` ${money}`] : [])];
  return { tone: toneOf(diff), parts };
}

function fillVerdict(place: Element, { tone, parts }: Verdict): void {
  place.className = `diff ${tone}`;
  let part = place.firstElementChild;
  for (const words of parts) {
    if (part) part.textContent = words;
    part = part?.nextElementSibling ?? null;
  }
}

/** Parts in the order of their weight: the last are left out first where there is no room. */
function fillFoot(foot: Element, { deal, why, rate, age, liquidity }: Words, model: OverlayModel): void {
  const said = foot.firstElementChild;
  const parts = [
    ...(deal ? [el('span', { class: 'good', title: deal.title }, deal.text)] : []),
    ...(why ? reasonParts(why) : []),
    ...(rate ? [rateNote(rate)] : []),
  ];
  if (parts.length > 0) said?.prepend(...parts);
  const last = said?.lastElementChild;
  // A reason that begins with the age has said it.
  if (!age || model.reservation === 'stale') last?.remove();
  else if (last) {
    last.setAttribute('title', age.title);
    last.textContent = age.text;
  }
  const measure = foot.lastElementChild;
  if (!liquidity) measure?.remove();
  else if (measure) fillLiquidity(measure, liquidity, model.liquidity ?? 0);
}

const reasonParts = ({ text, title }: Saying): readonly HTMLElement[] =>
  text.split(' · ').map((part, at) => {
    const tone = text.startsWith('⚠') ? 'warn' : '';
    return el('span', { class: at > 0 ? `${tone} trouble` : tone, title }, part);
  });

const rateNote = ({ text, short, title }: NonNullable<Words['rate']>): HTMLElement =>
  el('span', { class: 'rate', title }, el('span', { class: 'long' }, text), el('span', { class: 'short' }, short));

function fillLiquidity(place: Element, { text, title }: Saying, value: number): void {
  const level = place.querySelector<HTMLElement>('.bar > span');
  if (level) level.style.width = `${value}%`;
  place.setAttribute('title', title);
  place.append(text);
}
