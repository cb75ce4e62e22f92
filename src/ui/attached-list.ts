import type { PricedAttachment } from '#core/attached.ts';
import { references } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import { el } from '#ui/element.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';
import { attachedText } from '#ui/overlay-words.ts';
import { text } from '#ui/text.ts';

/** What is attached to an item, each with its loose price, in a panel; `undefined` where nothing is. */
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
      : el('span', {}, formatAmount(cents, shown));
  const scratched = wear ? text('attachedWear', formatNumber(wear * 100, 'whole')) : '';
  return el('li', {}, el('span', {}, item ?? text('attachedUnnamed')), el('span', { class: 'mute' }, scratched), price);
}
