import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { CashRatio, CashRatios } from '#core/prices/comparison.ts';
import type { SellingPrice } from '#core/prices/exit-value.ts';
import { balanceMarket, marketNames } from '#core/prices/markets.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { columnHead, el, tableOf } from '#ui/overlay/element.ts';
import type { PanelModel } from '#ui/overlay/overlay-model.ts';
import { formatAge, formatAmount, formatNumber } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

export const panelTabs = ['history', 'cash'] as const;
export type PanelTab = (typeof panelTabs)[number];

/** The history, and the cash ratio where there is one: the open tab alone is drawn. */
export function tabs({ cash, overlay }: PanelModel, history: HTMLElement, chosen: PanelTab): HTMLElement {
  const open = cash ? chosen : 'history';
  const names = { history: text('historyTitle'), cash: text('cashHead') };
  const tab = (id: PanelTab) => {
    const isOpen = id === open;
    const state = { id, 'aria-selected': String(isOpen), 'aria-controls': 'tab', tabindex: isOpen ? 0 : -1 };
    return el('button', { type: 'button', role: 'tab', 'data-tab': id, 'data-key': id, ...state }, names[id]);
  };
  const shown = panelTabs.filter((id) => id !== 'cash' || cash);
  return el(
    'div',
    { class: 'tabs' },
    el('div', { role: 'tablist' }, ...shown.map(tab)),
    el(
      'div',
      { role: 'tabpanel', id: 'tab', 'aria-labelledby': open },
      cash && open === 'cash' ? cashTable(cash, overlay.shown) : history,
    ),
  );
}

export function tabAfter(root: ShadowRoot, key: string): HTMLElement | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const all = [...root.querySelectorAll<HTMLElement>('[data-tab]')];
  const at = all.findIndex(({ id }) => id === root.activeElement?.id);
  return step && at >= 0 ? all.at((at + step) % all.length) : undefined;
}

function cashTable({ steam, ratios }: CashRatios, shown: Rate): HTMLElement {
  const one = formatNumber(1, 'hundredths');
  const sold = steam.sells.of === 'ask' ? '' : ` · ${restsOn(steam.sells, shown)}`;
  const bought = restsOn({ cents: steam.cents, of: 'ask' }, shown);
  return el(
    'div',
    { class: 'cash' },
    tableOf(
      [
        columnHead(`${marketNames[balanceMarket]} ${bought}${sold}`, [text('cashTitle'), ...agePart(steam)].join('\n')),
        columnHead(text('cashToCash', one), text('cashToCashTitle', one)),
        columnHead(text('cashToBalance', one), text('cashToBalanceTitle', one)),
        columnHead(text('cashRests'), text('cashRestsTitle')),
      ],
      ratios.map((ratio) => row(ratio, one, shown)),
    ),
  );
}

function row(ratio: CashRatio, one: string, shown: Rate): HTMLElement {
  const { market, toCash, toBalance, sells } = ratio;
  return el(
    'tr',
    { 'data-cash-market': market },
    el('th', { scope: 'row', class: 'market' }, el('span', {}, marketMark(market), marketNames[market])),
    ratioCell(toCash, text('cashToCashTitle', one)),
    ratioCell(toBalance, text('cashToBalanceTitle', one)),
    el('td', { title: [text('cashRestsTitle'), ...agePart(ratio)].join('\n') }, restsOn(sells, shown)),
  );
}

const ratioCell = (ratio: number | undefined, title: string): HTMLElement =>
  ratio === undefined
    ? el('td', { title: text('cashNoSteamFees') }, '—')
    : el('td', { title }, formatNumber(ratio, 'ratio'));

const agePart = ({ ageMs }: Pick<CashRatio, 'ageMs'>): readonly string[] =>
  ageMs === undefined ? [] : [`${text('wordAge')}: ${formatAge(ageMs)}`];

/** A price, and whether it is an average: "avg $30.00". */
const restsOn = ({ cents, of }: SellingPrice, shown: Rate): string => {
  const amount = formatAmount(inCurrency(cents, shown));
  return of === 'ask' ? amount : text('cashAvg7', amount);
};
