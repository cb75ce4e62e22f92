import type { MarketId } from '#core/markets.ts';
import { arrow, moneyText, percentText, toneOf } from '#ui/difference-text.ts';
import { el, stamp } from '#ui/element.ts';
import { formatAge, formatAmount } from '#ui/format.ts';
import { marketMark } from '#ui/market-mark.ts';
import type { OverlayLook, OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import {
  absence,
  ageTitle,
  conversion,
  deal,
  explainRow,
  liquidityTitle,
  noData,
  overlayLabel,
  reason,
  type Saying,
} from '#ui/overlay-words.ts';

type Difference = OverlayLook['difference'];

/**
 * One card's prices: one button, which opens the comparison. Everything that colour says is said by a sign, an arrow
 * or a word as well.
 */
export function overlay(item: string, model: OverlayModel, difference: Difference): HTMLElement {
  const { state } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return absent(state, model);
  const button = stamp('overlay', frame);
  const [spoken, rows] = button.children;
  const why = reason(model);
  button.className = `overlay ${state} ${why || model.used.length > 0 || model.deal ? 'told' : ''}`;
  if (model.rows.length !== usualRows) button.style.setProperty('--rows', String(model.rows.length));
  spoken?.append(overlayLabel(item, model));
  rows?.append(...model.rows.map((each) => row(each, model, difference, why?.title)));
  button.append(foot(model, why));
  return button;
}

/** The style sheet reckons with as many. */
const usualRows = 3;

const frame = (): HTMLElement =>
  el(
    'button',
    { type: 'button', 'aria-haspopup': 'dialog' },
    el('span', { class: 'spoken' }),
    el('span', { class: 'rows', 'aria-hidden': 'true' }),
  );

/** What stands while prices are on their way. */
export const skeleton = (): HTMLElement => el('div', { class: 'overlay' }, el('div', { class: 'skeleton' }));

function absent(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): HTMLElement {
  const { text, title } = absence(state, fault);
  const notice = el('div', { class: fault ? 'notice warn' : 'notice', title }, text);
  return el('div', { class: `overlay absent ${state} ${fault ? 'faulty' : ''}` }, notice);
}

const blankRow = (market: MarketId): HTMLElement =>
  el(
    'span',
    { class: 'row', 'data-market': market },
    marketMark(market),
    el('span', { class: 'price' }),
    el('span', { class: 'diff' }, el('span'), el('span'), el('span')),
  );

/** A row whose difference is missing says why in its tooltip, so that each mark in it can be understood. */
function row(one: OverlayRow, model: OverlayModel, difference: Difference, why: string | undefined): HTMLElement {
  const { market, cents, diff } = one;
  const element = stamp(market, () => blankRow(market));
  if (cents !== undefined) element.setAttribute('data-cents', String(cents));
  if (diff !== undefined) element.setAttribute('data-diff', diff.toFixed(1));
  const meaning = explainRow(one, model.shown);
  element.title = why && diff === undefined && cents !== undefined ? `${meaning}. ${why}` : meaning;
  const [, price, verdict] = element.children;
  price?.append(cents === undefined ? noData() : formatAmount(cents, model.shown));
  if (cents === undefined) price?.classList.add('mute');
  const { tone = '', mark = '', text = '', more = '' } = judge(one, model, difference);
  if (!verdict || !tone) return element;
  verdict.className = `diff ${tone}`;
  for (const [at, words] of [mark, text, more].entries()) if (words) verdict.children[at]?.append(words);
  return element;
}

/** What a row says of the difference, in parts of which the last are left out first where there is no room. */
interface Verdict {
  readonly tone?: string;
  readonly mark?: string;
  readonly text?: string;
  readonly more?: string;
}

function judge({ cents, diff }: OverlayRow, model: OverlayModel, difference: Difference): Verdict {
  if (cents === undefined) return {};
  if (model.reservation === 'inflated') return { tone: 'warn', mark: '⚠' };
  if (diff === undefined || model.listingCents === undefined) return {};
  const money = difference === 'percent' ? '' : moneyText(model.listingCents - cents, model.shown);
  const first = difference === 'money' ? money : percentText(diff);
  // The spaces are for whoever reads it as text.
  return { tone: toneOf(diff), mark: `${arrow(diff)} `, text: first, more: difference === 'both' ? ` ${money}` : '' };
}

/** Parts in the order of their weight: the last are left out first where there is no room. */
function foot(model: OverlayModel, why: Saying | undefined): HTMLElement {
  const { liquidity, ageMs, reservation } = model;
  const rate = conversion(model.used);
  const parts = [
    model.deal && el('span', { class: 'good', title: deal().title }, deal().text),
    ...(why ? reasonParts(why) : []),
    rate && rateNote(rate),
    ageMs === undefined || reservation === 'stale'
      ? undefined
      : el('span', { title: ageTitle(ageMs) }, formatAge(ageMs)),
  ];
  return el(
    'span',
    { class: 'foot', 'aria-hidden': 'true' },
    el('span', { class: 'why' }, ...parts),
    liquidity === undefined ? undefined : liquidityBar(liquidity),
  );
}

const reasonParts = ({ text, title }: Saying): readonly HTMLElement[] =>
  text.split(' · ').map((part, at) => {
    const tone = text.startsWith('⚠') ? 'warn' : '';
    return el('span', { class: at > 0 ? `${tone} trouble` : tone, title }, part);
  });

const rateNote = ({ text, short, title }: NonNullable<ReturnType<typeof conversion>>): HTMLElement =>
  el('span', { class: 'rate', title }, el('span', { class: 'long' }, text), el('span', { class: 'short' }, short));

function liquidityBar(value: number): HTMLElement {
  const level = el('span');
  level.style.width = `${value}%`;
  const title = liquidityTitle(value);
  return el('span', { class: 'liquidity', title }, el('span', { class: 'bar' }, level), String(Math.round(value)));
}
