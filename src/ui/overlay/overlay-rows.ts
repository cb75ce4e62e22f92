import { el } from '#ui/overlay/element.ts';
import { referenceMark } from '#ui/overlay/market-mark.ts';
import type { OverlayRow } from '#ui/overlay/overlay-model.ts';
import type { ExitText } from '#ui/words/exit-text.ts';
import type { AttachedText, PriceText } from '#ui/words/overlay-words.ts';

/** The difference in a row. Where there is no room, the last parts are left out first. */
export interface RowMark {
  /** Class that gives the colour (src/ui/overlay/overlay-colours.ts). */
  readonly tone: string;
  readonly parts: readonly string[];
}

/** The change over 7 days in a row. */
export interface WeekMark {
  readonly tone: string;
  readonly text: string;
}

export const marketRow = (
  { market, cents, diff, doubt }: OverlayRow,
  price: PriceText | undefined,
  mark: RowMark | undefined,
  week: WeekMark | undefined,
  isShown: boolean,
): HTMLElement =>
  el(
    'span',
    {
      class: 'row',
      'data-market': market,
      'data-cents': cents,
      'data-diff': diff?.toFixed(1),
      hidden: isShown ? undefined : '',
    },
    referenceMark(market),
    el(
      'span',
      {
        class: `price ${cents === undefined || (doubt && doubt !== 'inflated') ? 'mute' : ''} ${week ? 'weekly' : ''}`,
        'data-whole': price?.whole,
      },
      price?.text,
      week && el('span', { class: `week ${week.tone}` }, week.text),
    ),
    el('span', { class: `diff ${mark?.tone ?? ''}` }, ...(mark?.parts.map((part) => el('span', {}, part)) ?? [])),
  );

/** The row of the exit value. A part without room wraps out of sight: the market's name first. */
export const exitRow = ({ tone, lead, percent, market, data }: ExitText): HTMLElement =>
  el(
    'span',
    { class: `row exit ${tone}`, ...data },
    el('span', {}, lead),
    el('span', { class: 'percent' }, percent),
    el('span', { class: 'at' }, market),
  );

/** The row of what is attached: the sum, and what the listing asks for it. */
export const attachedRow = ({ text, sp }: AttachedText): HTMLElement =>
  el(
    'span',
    { class: 'row attached' },
    el('span', { class: 'mark attachment' }, '✦'),
    el('span', { class: 'price' }, text),
    // Behind an empty part, a part without room wraps out of sight and is never cut.
    el('span', { class: 'diff mute' }, el('i'), el('span', {}, sp)),
  );
