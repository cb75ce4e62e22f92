import type { OverlayHost } from '#page/cards/overlay-host.ts';

/** Least distance of a panel from its overlay and from the window's edges, px. */
const gapPx = 4;

/** How far below or above an overlay its card may end for a panel that opens there: the pointer has to reach it, px. */
const reachPx = 90;

/** Where a panel covers its card, to show at least so much, px. */
const leastPx = 240;

/** Under this height a panel without room for all of it has its rows first, px. */
const shortPx = 480;

type PanelSide = 'below' | 'above' | 'right' | 'left' | 'over';

/** The width of a panel, and to what a room beside a card may narrow it, px (src/ui/overlay/panel.css). */
const widths = { most: 420, least: 320 } as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PanelPlace extends Size {
  readonly side: PanelSide;
  /** Beside the whole card, whose price and buttons stay in sight, and not only beside the overlay. */
  readonly clear: boolean;
}

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

export interface Anchor {
  readonly overlay: Box;
  readonly card: Box;
}

interface Room extends Omit<PanelPlace, 'clear'> {
  /** The height that counts when rooms are compared, where it is another. */
  readonly worth?: number;
}

/** What is free on each side of a box, and over it, in order of preference. */
function roomsAround(at: Box, { width, height }: Size): readonly Room[] {
  const whole = { width: width - 2 * gapPx, height: height - 2 * gapPx };
  return [
    { side: 'below', width: whole.width, height: height - at.bottom - 2 * gapPx },
    { side: 'above', width: whole.width, height: at.top - 2 * gapPx },
    { side: 'right', width: width - at.right - 2 * gapPx, height: whole.height },
    { side: 'left', width: at.left - 2 * gapPx, height: whole.height },
    { side: 'over', ...whole, worth: leastPx },
  ];
}

function roomsOf({ overlay, card }: Anchor, view: Size): readonly (Room & PanelPlace)[] {
  const isNear: Readonly<Record<PanelSide, boolean>> = {
    below: card.bottom - overlay.bottom <= reachPx,
    above: overlay.top - card.top <= reachPx,
    right: true,
    left: true,
    over: false,
  };
  return [
    ...roomsAround(card, view).flatMap((room) => (isNear[room.side] ? [{ ...room, clear: true }] : [])),
    ...roomsAround(overlay, view).map((room) => ({ ...room, clear: false })),
  ];
}

/** Where it shows all, or else the most, beside its card. `last` stays while it shows as much: nobody follows a jumping panel. */
export function choosePlace(at: Anchor, view: Size, size: Size, last?: PanelPlace): PanelPlace {
  const places = roomsOf(at, view).map(({ worth, ...room }) => ({
    ...room,
    width: Math.min(room.width, size.width),
    shown: room.width < Math.min(widths.least, size.width) ? 0 : Math.min(1, (worth ?? room.height) / size.height),
  }));
  const [best = { ...view, side: 'over', clear: false, shown: 0 } as const] = places.toSorted(
    (one, other) => other.shown - one.shown || Number(other.clear) - Number(one.clear) || other.width - one.width,
  );
  const kept = places.find(({ side, clear }) => side === last?.side && clear === last?.clear);
  const { shown: _, ...place } = kept && kept.shown === best.shown ? kept : best;
  return place;
}

/** Pixels of the window, in which boxes are told, of one px in a style of an element. Chrome before 128 does not tell it. */
export const zoomOf = (element: Element | null): number => element?.currentCSSZoom ?? 1;

/** What a style sheet's important declarations use: they keep the page's own off the panel. */
function limit(panel: HTMLElement, limits: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(limits)) panel.style.setProperty(`--${name}`, value);
}

/** The panel's size, whatever room it has, and however the page is zoomed. */
export function measurePanel(panel: HTMLElement): Size {
  const { clientWidth } = panel.ownerDocument.documentElement;
  panel.removeAttribute('data-short');
  limit(panel, {
    zoom: `${1 / zoomOf(panel.parentElement)}`,
    highest: 'none',
    width: `${Math.min(widths.most, clientWidth - 2 * gapPx)}px`,
  });
  const { width, height } = panel.getBoundingClientRect();
  return { width, height };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Positions a panel beside an overlay, within the window. `undefined` when the overlay is out of sight. */
export function positionBeside(
  panel: HTMLElement,
  { overlay, card }: Anchor,
  size: Size,
  last: PanelPlace | undefined,
): PanelPlace | undefined {
  const { clientWidth: width, clientHeight: height } = panel.ownerDocument.documentElement;
  if (overlay.bottom < 0 || overlay.top > height || overlay.right < 0 || overlay.left > width) return undefined;
  const place = choosePlace({ overlay, card }, { width, height }, size, last);
  const at = place.clear ? card : overlay;
  const shown = Math.min(size.height, place.height);
  const { top, left } = overlay;
  const tops = { below: at.bottom + gapPx, above: at.top - gapPx - shown, right: top, left: top, over: top };
  const lefts = { below: left, above: left, right: at.right + gapPx, left: at.left - gapPx - place.width, over: left };
  panel.toggleAttribute('data-short', place.height < Math.min(shortPx, size.height));
  limit(panel, {
    highest: `${shown}px`,
    width: `${place.width}px`,
    top: `${within(tops[place.side], gapPx, height - gapPx - shown)}px`,
    left: `${within(lefts[place.side], gapPx, width - gapPx - place.width)}px`,
  });
  return place;
}

/** Whether an overlay takes no room and is shown over its card while the pointer is there. */
export const isFloating = ({ element }: OverlayHost): boolean => element.getAttribute('data-density') === 'hover';
