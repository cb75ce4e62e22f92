import { hasPhases } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { type Crossing, lineCents } from '#core/owned/watch-crossing.ts';
import { alertKindOf } from '#core/owned/watch-list.ts';
import { marketNames } from '#core/prices/markets.ts';
import type { ToldRow } from '#core/rows/view-alerts.ts';

export interface AlertWords {
  readonly shown: Rate;
  readonly amount: (amount: Money) => string;
  readonly percent: (percent: number) => string;
  readonly age: (asOf: number) => string;
  readonly saleLeaves: (amount: string, market: string) => string;
  readonly median: string;
  readonly anyPhase: string;
}

type Told = Pick<Crossing, 'name' | 'market' | 'cents' | 'percent' | 'alert' | 'asOf' | 'exit'>;

/** "BUFF163 $9.50, −12 % (median) · 4 min · a sale leaves $9.11 (CSFloat)". The price of a Doppler is that of any phase. */
export function alertSentence({ name, market, cents, percent = 0, alert, asOf, exit }: Told, words: AlertWords) {
  const { measured, rises, needs } = alertKindOf(alert);
  const age = words.age(asOf);
  const amount = (usdCents: number) => words.amount(inCurrency(usdCents, words.shown));
  const left = exit ? [words.saleLeaves(amount(exit.netCents), marketNames[exit.market])] : [];
  const line = 'cents' in alert ? `${rises ? '≥' : '≤'} ${amount(lineCents(alert, words.shown))}` : undefined;
  if (measured === 'sale') return [...left, line, age].join(' · ');
  const met = line ? ` ${line}` : `, ${words.percent(percent)}${needs === 'median' ? ` (${words.median})` : ''}`;
  const phase = hasPhases(name) ? [words.anyPhase] : [];
  return [`${marketNames[market]} ${amount(cents)}${met}`, ...phase, age, ...left].join(' · ');
}

/** What is told of a row of a view: "DMarket $9.50 → CSFloat · +12 %". */
export function rowSentence(
  { market, cents, sellAt, percent }: ToldRow,
  words: Pick<AlertWords, 'shown' | 'amount' | 'percent'>,
): string {
  const route = `${marketNames[market]} ${words.amount(inCurrency(cents, words.shown))}${sellAt ? ` → ${marketNames[sellAt]}` : ''}`;
  return percent === undefined ? route : `${route} · ${words.percent(percent)}`;
}
