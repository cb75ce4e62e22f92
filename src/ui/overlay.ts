import { arrow, moneyText, percentText, toneOf } from '#ui/difference-text.ts';
import { el } from '#ui/element.ts';
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
} from '#ui/overlay-words.ts';

type Difference = OverlayLook['difference'];

/**
 * One card's prices: one button, which opens the comparison. Everything that colour says is said by a sign, an arrow
 * or a word as well.
 */
export function overlay(item: string, model: OverlayModel, difference: Difference): HTMLElement {
  const { state } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable') return absent(state, model);
  const rows = model.rows.map((each) => row(each, model, difference));
  return el(
    'button',
    { type: 'button', class: `overlay ${state}`, 'aria-haspopup': 'dialog' },
    el('span', { class: 'spoken' }, overlayLabel(item, model)),
    el('span', { class: 'rows', 'aria-hidden': 'true' }, ...rows),
    foot(model),
  );
}

/** What stands while prices are on their way. */
export const skeleton = (): HTMLElement => el('div', { class: 'overlay' }, el('div', { class: 'skeleton' }));

function absent(state: 'unknown' | 'offline' | 'unavailable', { fault }: OverlayModel): HTMLElement {
  const { text, title } = absence(state, fault);
  return el('div', { class: `overlay ${state}` }, el('div', { class: fault ? 'notice warn' : 'notice', title }, text));
}

function row(one: OverlayRow, model: OverlayModel, difference: Difference): HTMLElement {
  const { market, cents, diff } = one;
  return el(
    'span',
    {
      class: 'row',
      'data-market': market,
      'data-cents': cents,
      'data-diff': diff?.toFixed(1),
      title: explainRow(one, model.shown),
    },
    marketMark(market),
    el('span', { class: 'price' }, cents === undefined ? '—' : formatAmount(cents, model.shown)),
    verdict(one, model, difference),
  );
}

function verdict({ cents, diff }: OverlayRow, model: OverlayModel, difference: Difference): HTMLElement {
  if (cents === undefined) return el('span', { class: 'diff mute' }, noData);
  if (model.reservation === 'inflated') return el('span', { class: 'diff warn' }, '⚠');
  if (diff === undefined || model.listingCents === undefined) return el('span', { class: 'diff' });
  const money = moneyText(model.listingCents - cents, model.shown);
  const first = difference === 'money' ? money : percentText(diff);
  const more = difference === 'both' && el('span', { class: 'wide' }, ` ${money}`);
  return el('span', { class: `diff ${toneOf(diff)}` }, `${arrow(diff)} ${first}`, more);
}

function foot(model: OverlayModel): HTMLElement {
  const { liquidity, ageMs } = model;
  const why = reason(model);
  const rate = conversion(model.used);
  const age = ageMs === undefined || model.reservation === 'stale' ? '' : formatAge(ageMs);
  const kind = `foot ${why || rate ? 'told' : ''} ${why ? 'doubted' : ''} ${model.deal ? 'dealt' : ''}`;
  return el(
    'span',
    { class: kind, 'aria-hidden': 'true' },
    liquidity === undefined ? el('span') : liquidityBar(liquidity),
    el(
      'span',
      { class: 'why' },
      model.deal && el('span', { class: 'good', title: deal.title }, `${deal.text} · `),
      why && el('span', { class: why.text.startsWith('⚠') ? 'warn' : '', title: why.title }, why.text),
      why && (rate || age) ? ' · ' : undefined,
      rate && rateNote(rate, age ? ' · ' : ''),
      age ? el('span', { title: ageTitle(ageMs ?? 0) }, age) : undefined,
    ),
  );
}

const rateNote = ({ text, short, title }: NonNullable<ReturnType<typeof conversion>>, after: string): HTMLElement =>
  el(
    'span',
    { class: 'rate', title },
    el('span', { class: 'long' }, text),
    el('span', { class: 'short' }, short),
    after,
  );

function liquidityBar(value: number): HTMLElement {
  const level = el('span');
  level.style.width = `${value}%`;
  const title = liquidityTitle(value);
  return el('span', { class: 'liquidity', title }, el('span', { class: 'bar' }, level), String(Math.round(value)));
}
