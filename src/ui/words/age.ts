import { minuteMs } from '#core/prices/age.ts';
import { formatAge, formatNumber } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

/**
 * A span of time in its largest unit, rounded down: "40 s", "4 min", "3 h", "2 d". A negative span, of two clocks that
 * disagree, counts as 0.
 */
export const spanText = (ms: number): string =>
  ms < minuteMs ? text('ageSeconds', countText(Math.max(0, Math.floor(ms / 1000)))) : formatAge(ms);

/** A count with its thousands separated: "36,592". */
export const countText = (count: number): string => formatNumber(count, 'whole');
