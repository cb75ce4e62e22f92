import { type Money, parsePrinted } from '#core/money/money.ts';
import { oneLine } from '#page/finder/item-text.ts';
import { isElement, nodesIn } from '#page/finder/visible-nodes.ts';

/** ISO 4217's code of no currency, of a number alone. It may be a price in coins, which nothing can learn. */
export const noCurrency = 'XXX';

/** An amount of money that a card shows, or a number alone. */
export interface Amount extends Money {
  /**
   * Where it stands in the card: the tags around it, and its number among all amounts within such tags, with the words before
   * those that are no asking price: a seller's own text may be such a word. Class names die with a redesign.
   */
  readonly place: string;
  /** A bare "$", which a dozen currencies have. */
  readonly isBareDollar: boolean;
  /** What is behind it says that it is no asking price, unless that is the label of the next amount, or a part of it. */
  readonly isDoubtful: boolean;
}

/** Longest text of one amount, characters. */
const maxLength = 32;
/** Levels over which the sign, the whole and the cents of one amount may be spread. */
const maxLevels = 3;

/**
 * Words beside an amount that say that it is no asking price: a suggested price, an average, a bid, an instalment, what the
 * seller gets. In the five languages, and as shops abbreviate them.
 */
export const otherAmount = new RegExp(
  [
    '\\b(?:suggest|recommend|average|avg\\b|estimat|reference|steam\\b|buff|market price|retail|rrp\\b|was\\b|before|instead|old price|discount|sav(?:e|ing)|off\\b|bids?\\b|auction|buy order|highest|lowest|offers?\\b|order|sold\\b|receive|get\\b|payout|deposit|withdraw|fees?\\b|bonus|cash ?back|instal|month|mo\\b|week|per\\b|day\\b|rent|stickers\\b|sticker (?:price|value|premium)|charms\\b|applied|total|sum\\b|balance|worth|shipping|tax)',
    '\\b(?:empfohlen|durchschnitt|gebot|auktion|statt\\b|vorher|sparen|rabatt|monat|rate\\b|gebühr|sugerid|médi|lance|leil|desconto|antes|mês|parcela|taxa|adesivo)',
    'рекоменд|средн|ставк|аукцион|скидк|было|вместо|мес|комисс|получи|стикер|наклей',
    '建议|参考|平均|求购|竞|拍卖|出价|折扣|原价|每月|分期|手续费|印花|到手',
  ].join('|'),
  'i',
);

/** Words that make the whole card no offer at a price: an auction, a bundle. */
const otherOffer =
  /\bbids?\b|\bauction|time left|\bbundle\b|\bpcs\b|\bqty\b|gebot|auktion|ставк|аукцион|leilão|lance atual|竞拍|拍卖|套装|(?:^|\s)[x×] ?\d+$|^\d+ ?[x×]$/i;

/** The amounts that a card shows, in its order; `undefined` for a card that is no offer of one item at one price. */
export function amountsOf(card: Element, isShown: (element: Element) => boolean): readonly Amount[] | undefined {
  const texts = textsOf(card, isShown);
  if (texts.some(({ data }) => otherOffer.test(oneLine(data)))) return undefined;
  const seen = new Set<Node>();
  const found = texts.flatMap((text, at) => {
    const whole = /\d/.test(text.data) && text.data.length <= maxLength ? wholeAmount(text, card) : undefined;
    if (!whole || seen.has(whole.node)) return [];
    seen.add(whole.node);
    if (isStruck(text, card)) return [];
    const label = labelBefore(texts, at, whole.node);
    const isDoubtful = otherAmount.test(unitBehind(whole.node)) || mayLackCents(texts, at, whole.node);
    return [{ ...whole, text, isDoubtful, other: otherAmount.test(label) ? label : '' }];
  });
  const tags = found.map(
    ({ text, money }) => `${tagsOf(text.parentElement, card)}${money.currency === noCurrency ? ' alone' : ''}`,
  );
  return found.flatMap(({ money, isBareDollar, isDoubtful, other }, at) => {
    const alike = tags.flatMap((each, index) => (each === tags[at] ? [index] : []));
    const others = alike.map((index) => found[index]?.other).join('/');
    return other ? [] : [{ ...money, isBareDollar, isDoubtful, place: `${tags[at]} ${alike.indexOf(at)} ${others}` }];
  });
}

/** The texts that users see. */
function textsOf(card: Element, isShown: (element: Element) => boolean): readonly Text[] {
  const texts: Text[] = [];
  const next = nodesIn(card);
  for (let node = next(); node; node = next())
    if (!isElement(node) && /\S/.test(node.data) && node.parentElement && isShown(node.parentElement)) texts.push(node);
  return texts;
}

/** The words before an amount, as in "Suggested price $5"; not those of an item's name. */
function labelBefore(texts: readonly Text[], at: number, amount: Node): string {
  let index = at - 1;
  while (amount.contains(texts[index] ?? null)) index--;
  const { data = '' } = texts[index] ?? {};
  return /\d|\|/.test(data) ? '' : oneLine(data);
}

/** Whether the text behind an amount without cents may be its cents: a discount in the same element keeps them apart. */
function mayLackCents(texts: readonly Text[], at: number, amount: Node): boolean {
  const next = texts.slice(at + 1).find((text) => !amount.contains(text));
  return !/[.,]\d{1,2}(?!\d)/.test(amount.textContent ?? '') && /^[.,]?\d\d$/.test(next?.data.trim() ?? '');
}

/** The words close behind an amount, as in "$5 /mo". What is further away may be the label of another amount. */
function unitBehind({ nextSibling: next }: Node): string {
  const isClose = next?.nodeType === 3 || (next?.nodeType === 1 && (next as Element).childElementCount === 0);
  const text = isClose ? oneLine(next.textContent ?? '') : '';
  return /\d|\|/.test(text) ? '' : text;
}

/** The largest node around a text, itself included, that shows nothing but one amount. */
function wholeAmount(text: Text, card: Element) {
  let whole: { readonly node: Node; readonly money: Money; readonly isBareDollar: boolean } | undefined;
  let node: Node = text;
  for (let level = 0; level <= maxLevels && node !== card; level++) {
    const read = readAmount(node.textContent ?? '');
    if (read) whole = { node, ...read };
    if (!node.parentNode) break;
    node = node.parentNode;
  }
  return whole;
}

const symbols = { $: 'USD', '¥': 'CNY', '￥': 'CNY' };

function readAmount(print: string) {
  if (print.length > maxLength * 2) return undefined;
  const certain = parsePrinted(print);
  if (certain) return { money: certain, isBareDollar: false };
  // The references tell a yuan from a yen, which is a twentieth, and "1,234" from a thousandth of it.
  const money =
    parsePrinted(print, { symbols }) ??
    parsePrinted(print, { symbols, decimal: '.' }) ??
    parsePrinted(print, { currency: noCurrency, decimal: '.' });
  return money && { money, isBareDollar: money.currency === 'USD' };
}

function tagsOf(element: Element | null, card: Element): string {
  const tags: string[] = [];
  for (let at = element; at && at !== card; at = at.parentElement) tags.push(at.localName);
  return tags.reverse().join('>');
}

function isStruck(text: Text, card: Element): boolean {
  const view = card.ownerDocument.defaultView;
  for (let at = text.parentElement; at && at !== card.parentElement; at = at.parentElement) {
    if (/^(?:s|del|strike)$/.test(at.localName)) return true;
    const { textDecoration, textDecorationLine } = view?.getComputedStyle(at) ?? {};
    if (`${textDecoration} ${textDecorationLine}`.includes('line-through')) return true;
  }
  return false;
}
