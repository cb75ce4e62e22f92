import { isOwn, type OverlayHost } from '#page/cards/overlay-host.ts';

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Distance of an overlay that stands over its card from the place that it would have, px. */
const gapPx = 2;

/** Distance between two places that are tried, px. */
const stepPx = 6;

const common = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** What a buyer needs of a card: its buttons, and its texts with a number, such as the price. */
function neededIn(card: Element): readonly Box[] {
  const isNeeded = (element: Element) =>
    !isOwn(element) &&
    (element.matches('button, [role="button"], input') ||
      (element.childElementCount === 0 && /\d/.test(element.textContent)));
  return [...card.querySelectorAll('*')].filter(isNeeded).map((element) => element.getBoundingClientRect());
}

/**
 * How far an overlay that stands over its card is moved down from its host, px: where it covers least of what a buyer needs,
 * within the card if it can be, and as near to the host as it can be.
 */
export function hoverOffset({ element, root, card }: OverlayHost): number {
  const overlay = root.querySelector('.overlay')?.getBoundingClientRect();
  if (!card || !overlay) return gapPx;
  const host = element.getBoundingClientRect().top;
  const { top, bottom } = card.getBoundingClientRect();
  const [highest, lowest] = [top - host + gapPx, bottom - host - overlay.height - gapPx];
  const needed = neededIn(card);
  const { left, right, height } = overlay;
  const coveredAt = (offset: number) => {
    const moved = { left, right, top: host + offset, bottom: host + offset + height };
    return needed.reduce((sum, box) => sum + common(moved, box), 0);
  };
  const steps = Math.max(0, Math.floor((lowest - highest) / stepPx));
  const offsets = Array.from({ length: steps + 1 }, (_, at) => highest + at * stepPx);
  const within = gapPx >= highest && gapPx <= lowest ? [gapPx] : [];
  const [best = gapPx] = [...within, ...offsets].toSorted(
    (one, other) => coveredAt(one) - coveredAt(other) || Math.abs(one - gapPx) - Math.abs(other - gapPx),
  );
  return Math.round(best);
}
