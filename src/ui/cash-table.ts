import type { CashRatio, CashRatios } from '#core/cash-ratio.ts';
import { markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { SellingPrice } from '#core/selling-price.ts';
import { el } from '#ui/element.ts';
import { formatAge, formatAmount, formatNumber } from '#ui/format.ts';
import { text } from '#ui/text.ts';

/** The cash ratios of an item, one row a market, each with the price that it rests on and that price's age. */
export function cashTable(cash: CashRatios, shown: Rate): HTMLElement {
  const one = formatNumber(1, 'hundredths');
  const { cents, sells, ageMs } = cash.steam;
  const steam = restsOn({ cents, of: 'ask' }, ageMs, shown);
  const sold = sells.of === 'ask' ? '' : ` · ${restsOn(sells, undefined, shown)}`;
  const head = (name: string, title: string, label: string) => el('th', { scope: 'col', class: name, title }, label);
  return el(
    'div',
    { class: 'cash' },
    el('p', { title: text('cashTitle') }, `${text('cashHead')}: ${markets.steam.name} ${steam}${sold}`),
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col', class: 'market' }, text('wordMarket')),
          head('to-cash', text('cashToCashTitle', one), text('cashToCash', one)),
          head('to-balance', text('cashToBalanceTitle', one), text('cashToBalance', one)),
          head('rests', text('cashRestsTitle'), text('cashRests')),
        ),
      ),
      el('tbody', {}, ...cash.ratios.map((ratio) => row(ratio, one, shown))),
    ),
  );
}

function row({ market, toCash, toBalance, sells, ageMs }: CashRatio, one: string, shown: Rate): HTMLElement {
  return el(
    'tr',
    { 'data-cash-market': market },
    el('th', { scope: 'row', class: 'market' }, markets[market].name),
    ratioCell('to-cash', toCash, text('cashToCashTitle', one)),
    ratioCell('to-balance', toBalance, text('cashToBalanceTitle', one)),
    el('td', { class: 'rests', title: text('cashRestsTitle') }, restsOn(sells, ageMs, shown)),
  );
}

const ratioCell = (name: string, ratio: number | undefined, title: string): HTMLElement =>
  ratio === undefined
    ? el('td', { class: name, title: text('cashNoSteamFees') }, '—')
    : el('td', { class: name, title }, formatNumber(ratio, 'ratio'));

/** A price with what it is and its age: "ask $30.00, 4 min". */
function restsOn({ cents, of }: SellingPrice, ageMs: number | undefined, shown: Rate): string {
  const price = text(of === 'ask' ? 'cashAsk' : 'cashAvg7', formatAmount(cents, shown));
  return ageMs === undefined ? price : `${price}, ${formatAge(ageMs)}`;
}
