import { dayMs } from '#core/prices/age.ts';
import {
  dearerDays,
  type ItemPastAnswer,
  type MarketPast,
  type PastLine,
  type PastSpan,
  type PresentPrice,
} from '#core/prices/item-past.ts';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { percentText } from '#ui/words/difference-text.ts';
import { countText } from '#ui/words/format.ts';
import { shortFaultText } from '#ui/words/overlay-words.ts';
import { numberLanguage, type PhraseText, text } from '#ui/words/text.ts';

/** "12 Nov 2026" in the user's language. */
const dateText = (day: number): string => formatTime(day * dayMs, { day: 'numeric', month: 'short', year: 'numeric' });

/** The label of a point in time: days for a short period, months for a year. */
export const axisTimeText = (ms: number, span: PastSpan): string =>
  formatTime(ms, span === 365 ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' });

/** A point in time in words; the time of the day only where the chart has it: "Nov 14, 2026, 10:30 AM UTC". */
export const pointTimeText = (ms: number, span: PastSpan): string =>
  formatTime(ms, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(span === 7 && { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  });

/** Days are those of the relay, in UTC. */
const formatTime = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(numberLanguage(), { ...options, timeZone: 'UTC' }).format(ms);

/** Days that are a chart: fewer would be dots on an axis. */
const fewestDays = 3;

export function noChartText(answer: ItemPastAnswer | undefined, hasLines: boolean, span: PastSpan, now: number) {
  if (!answer) return text('historyWait');
  if (answer.state === 'none') return answer.lacks === 'item' ? text('historyNone') : text('historyNoRelay');
  if (answer.state === 'fault') return text('historyFault', shortFaultText(answer.fault));
  if (!hasLines) return text('historyNoPrices');
  return (answer.since ?? 0) > Math.floor(now / dayMs) - fewestDays ? sinceText(answer, span, now) : undefined;
}

/** A short past says since when it is kept, so that nobody takes its beginning for a change of the price. */
export function sinceText(answer: ItemPastAnswer | undefined, span: PastSpan, now: number): string | undefined {
  if (answer?.state !== 'found' || answer.since === null) return undefined;
  return answer.since > Math.floor(now / dayMs) - span ? text('historySince', dateText(answer.since)) : undefined;
}

export function chartText(item: string, span: PastSpan, lines: readonly string[]): string {
  const title = `${text('historyTitle')}, ${item}, ${text('historyDays', String(span))}`;
  return text('historyChart', title, lines.join('; '));
}

export function lineText({ market, last, low, high }: PastLine, format: (value: number) => string): string {
  return text('historyLine', marketNames[market], format(last), format(low), format(high));
}

/** Where a present price lies among those of the past; before enough days are recorded, against the average. */
export function presentText(past: ItemPastAnswer | undefined, present: PresentPrice | undefined, now: number) {
  if (!past || !present) return undefined;
  const name = marketNames[present.market];
  const own = past.state === 'found' ? past.markets.find(({ market }) => market === present.market) : undefined;
  const found = own && dearerDays(own, present.price, now);
  if (found) return text('historyDearer', name, String(found.dearer), String(found.days));
  if (present.toAverage === undefined) return undefined;
  return text('historyToAverage', name, percentText(Math.round(present.toAverage * 10) / 10));
}

/** How fast the item goes where it leaves most; where that is not known, at the market where most go. */
export function goneText(past: ItemPastAnswer | undefined, exit: MarketId | undefined): PhraseText | undefined {
  if (past?.state !== 'found') return undefined;
  const rank = ({ market, gone = 0 }: MarketPast) => (gone > 0 && market === exit ? Infinity : gone);
  const [best] = past.markets.toSorted((one, other) => rank(other) - rank(one));
  if (!best?.gone) return undefined;
  return {
    text: text('historyGone', marketNames[best.market], countText(best.gone)),
    title: text('historyGoneTitle'),
  };
}
