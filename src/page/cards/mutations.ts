import type { Outline } from '#core/site.ts';
import { type Card, type Cards, cardOf, changedBy } from '#page/cards/cards.ts';
import { hostOf, isOwn, type OverlayHost } from '#page/cards/overlay-host.ts';

export const observedChanges = ({ attributes = [] }: Pick<Outline, 'attributes'>): MutationObserverInit => ({
  childList: true,
  subtree: true,
  characterData: true,
  characterDataOldValue: true,
  ...(attributes.length > 0 && { attributeFilter: [...attributes] }),
});

/**
 * Sorts mutations by the cards that they concern, and removes hosts that the page moved. Returns the cards whose content
 * changed, those whose overlay the page removed, and whether there may be other cards than before. `owns`: whether a host
 * belongs to these cards and not to those of another reader. `readingContext`: as in an adapter; its changes concern all.
 */
export function sortMutations(
  records: readonly MutationRecord[],
  cards: Cards,
  owns: (host: OverlayHost) => boolean,
  readingContext?: string,
) {
  const changed = new Set<Card>();
  const stripped = new Set<Card>();
  let isScanDue = false;
  for (const record of records) {
    if (isCountdown(record)) continue;
    const card = cardOf(record.target, cards);
    removeMisplacedHosts(record, cards, owns);
    if (isOwnMutation(record)) {
      if (card && record.removedNodes.length > 0) stripped.add(card);
      continue;
    }
    const isOfAll = readingContext !== undefined && concerns(record, readingContext);
    for (const each of isOfAll ? cards.values() : changedBy(record, cards)) changed.add(each);
    if (!card || hasElements(record)) isScanDue = true;
  }
  return { changed, stripped, isScanDue };
}

function concerns({ target, addedNodes, removedNodes }: MutationRecord, selector: string): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  const isOrHas = (node: Node) =>
    node instanceof Element && (node.matches(selector) || node.querySelector(selector) !== null);
  return element?.closest(selector) != null || [...addedNodes, ...removedNodes].some(isOrHas);
}

/** Removes, at once, a host that the page moved out of its card: elsewhere it would show another item's prices. */
function removeMisplacedHosts({ addedNodes }: MutationRecord, cards: Cards, owns: (host: OverlayHost) => boolean) {
  for (const node of addedNodes) {
    const host = hostOf(node);
    if (!host || !owns(host)) continue;
    const card = node.isConnected ? cardOf(node, cards) : undefined;
    if (card?.host !== host && card?.placeholder !== host) host.element.remove();
  }
}

/** A time with seconds: "1:02:03", "2h 3m 4s". No name or price is written so. */
const time = /^\s*(?:\d{1,3} ?[dhm:] ?)+\d{1,2} ?s?\s*$/;

/** Whether a mutation puts a time in a time's place, as a thousand cards of auctions may do each second. */
function isCountdown({ type, target, oldValue, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type === 'characterData') return time.test(oldValue ?? '') && time.test(target.nodeValue ?? '');
  const isReplaced = addedNodes.length > 0 && removedNodes.length > 0;
  return isReplaced && [...addedNodes, ...removedNodes].every(({ nodeValue }) => time.test(nodeValue ?? ''));
}

/** Whether a mutation adds or removes elements. A text that changes within a card, as a countdown does, makes no other card. */
const hasElements = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes, ...removedNodes].some((node) => node instanceof Element);

/** Whether a mutation only adds or removes nodes of the extension. */
const isOwnMutation = ({ type, addedNodes, removedNodes }: MutationRecord): boolean =>
  type === 'childList' && [...addedNodes, ...removedNodes].every(isOwn);
