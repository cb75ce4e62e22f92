import { coinAmount } from '#core/money/money.ts';
import { inCurrency } from '#core/money/rates.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { marketNames } from '#core/prices/markets.ts';
import type { PanelModel } from '#ui/overlay/overlay-model.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { formatAmount } from '#ui/words/format.ts';
import { coinsText, limitText, noteText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

const timeText = ({ ageMs }: ComparisonRow, at: number): string | undefined =>
  ageMs === undefined ? undefined : new Date(at - ageMs).toISOString();

const noteOf = ({ outlier, doubt }: ComparisonRow): string | undefined => (outlier === undefined ? doubt : 'outlier');

/** A price to type where the button is one, else the whole comparison. */
export function copiedText(model: PanelModel, button: Element): string | undefined {
  const kind = button.getAttribute('data-limit');
  const limit = model.limits?.find((one) => one.kind === kind);
  return kind === null ? copyText(model) : limit && limitText(limit, model.overlay)?.typed;
}

export const copyText = (model: PanelModel): string =>
  [oneLine(model.item), ...model.comparison.offers.map((offer) => rowText(offer, model)), tail(model)].join('\n');

/** A text of the page without line ends, tabs and characters that change the direction of writing. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

function rowText(offer: ComparisonRow, { overlay: { shown }, at }: PanelModel): string {
  const { market, cents, coins, diff, netCents, costCents } = offer;
  const [note, updated] = [noteOf(offer), timeText(offer, at)];
  const inCoins = coins === undefined ? text('wordNoPrice') : coinsText(coinAmount(coins));
  const price = cents === undefined ? inCoins : formatAmount(inCurrency(cents, shown));
  const parts = [
    diff === undefined ? price : `${price} (${text('copyDiff', `${diff > 0 ? '+' : ''}${diff}`)})`,
    netCents !== undefined && leavesText(inCurrency(netCents, shown), market),
    costCents !== undefined && text('copyCost', formatAmount(inCurrency(costCents, shown))),
    note && noteText(note),
    updated && text('copyAsOf', updated),
  ];
  return `${marketNames[market]}: ${parts.filter(Boolean).join(', ')}`;
}

function tail({ overlay: { shown }, at }: PanelModel): string {
  const rate = `1 USD = ${shown.perUsd} ${shown.code} (${shown.of === 'own' ? text('copyOwnRate') : shown.of})`;
  return `Skinlens, ${new Date(at).toISOString()}, ${shown.of === 'base' ? 'USD' : rate}`;
}
