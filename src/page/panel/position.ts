import type { OverlayHost } from '#page/cards/overlay-host.ts';

/** Least distance of a panel from its overlay and from the window's edges, px. */
const gapPx = 4;

/** How far below or above an overlay its card may end for a panel that opens there: the pointer has to reach it, px. */
const reachPx = 90;

type PanelSide = 'below' | 'above' | 'right' | 'left';

/** How a panel arranges its parts, from the widest to the narrowest (src/ui/overlay/panel.css). */
const panelLayouts = ['wide', 'tall', 'narrow', 'phone'] as const;
type PanelLayout = (typeof panelLayouts)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type PanelSizes = Readonly<Record<PanelLayout, Size>>;

export interface PanelPlace {
  readonly side: PanelSide;
  readonly layout: PanelLayout;
  /** Beside the whole card, whose price and buttons stay in sight, and not only beside the overlay. */
  readonly clear: boolean;
}

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

export interface Anchor {
  readonly overlay: Box;
  readonly card: Box;
}

type Room = Size & Pick<PanelPlace, 'side'>;

/** What is free on each side of a box, in order of preference. */
function roomsAround(at: Box, { width, height }: Size): readonly Room[] {
  const whole = { width: width - 2 * gapPx, height: height - 2 * gapPx };
  return [
    { side: 'below', width: whole.width, height: height - at.bottom - 2 * gapPx },
    { side: 'above', width: whole.width, height: at.top - 2 * gapPx },
    { side: 'right', width: width - at.right - 2 * gapPx, height: whole.height },
    { side: 'left', width: at.left - 2 * gapPx, height: whole.height },
  ];
}

/** The rooms beside a card, and beside its overlay alone. */
function roomsOf({ overlay, card }: Anchor, view: Size): readonly (Room & Pick<PanelPlace, 'clear'>)[] {
  const isNear: Readonly<Record<PanelSide, boolean>> = {
    below: card.bottom - overlay.bottom <= reachPx,
    above: overlay.top - card.top <= reachPx,
    right: true,
    left: true,
  };
  return [
    ...roomsAround(card, view).flatMap((room) => (isNear[room.side] ? [{ ...room, clear: true }] : [])),
    ...roomsAround(overlay, view).map((room) => ({ ...room, clear: false })),
  ];
}

/** The layouts for a room of a width: one with fewer columns only where one with all of them has no room. */
function layoutsFor(width: number, sizes: PanelSizes): readonly PanelLayout[] {
  const fitting = panelLayouts.filter((layout) => sizes[layout].width <= width);
  const whole = fitting.filter(isWhole);
  return whole.length > 0 ? whole : fitting.slice(0, 1);
}

const isWhole = (layout: PanelLayout): boolean => layout === 'wide' || layout === 'tall';

/**
 * Where a panel shows all that it has, or else the most, beside its card, and covers least of the page. `last` stays while
 * it shows as much: nobody follows a panel that jumps.
 */
export function choosePlace(at: Anchor, view: Size, sizes: PanelSizes, last?: PanelPlace): PanelPlace {
  const places = roomsOf(at, view).flatMap(({ side, clear, width, height }) =>
    layoutsFor(width, sizes).map((layout) => ({
      side,
      layout,
      clear,
      shown: Math.min(1, Math.max(0, height) / sizes[layout].height),
      area: sizes[layout].width * sizes[layout].height,
    })),
  );
  const [best] = places.toSorted(
    (one, other) =>
      other.shown - one.shown ||
      Number(other.clear) - Number(one.clear) ||
      Number(isWhole(other.layout)) - Number(isWhole(one.layout)) ||
      one.area - other.area,
  );
  const kept = places.find(
    ({ side, layout, clear }) => side === last?.side && layout === last?.layout && clear === last?.clear,
  );
  const place = kept && kept.shown === best?.shown ? kept : best;
  return { side: place?.side ?? 'below', layout: place?.layout ?? 'phone', clear: place?.clear ?? false };
}

/** Pixels of the window, in which boxes are told, of one px in a style of an element. Chrome before 128 does not tell it. */
export const zoomOf = (element: Element | null): number => element?.currentCSSZoom ?? 1;

/** What a style sheet's important declarations use: they keep the page's own off the panel. */
function limit(panel: HTMLElement, limits: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(limits)) panel.style.setProperty(`--${name}`, value);
}

/** The panel's size in each layout, whatever room it has, and however the page is zoomed. */
export function measurePanel(panel: HTMLElement): PanelSizes {
  const measure = (layout: PanelLayout): Size => {
    panel.setAttribute('data-layout', layout);
    const { width, height } = panel.getBoundingClientRect();
    return { width, height };
  };
  const { clientWidth } = panel.ownerDocument.documentElement;
  limit(panel, {
    zoom: `${1 / zoomOf(panel.parentElement)}`,
    highest: 'none',
    widest: `${clientWidth - 2 * gapPx}px`,
  });
  return { wide: measure('wide'), tall: measure('tall'), narrow: measure('narrow'), phone: measure('phone') };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Positions a panel beside an overlay, within the window. `undefined` when the overlay is out of sight. */
export function positionBeside(
  panel: HTMLElement,
  { overlay, card }: Anchor,
  sizes: PanelSizes,
  last: PanelPlace | undefined,
): PanelPlace | undefined {
  const { clientWidth: width, clientHeight: height } = panel.ownerDocument.documentElement;
  if (overlay.bottom < 0 || overlay.top > height || overlay.right < 0 || overlay.left > width) return undefined;
  const place = choosePlace({ overlay, card }, { width, height }, sizes, last);
  const at = place.clear ? card : overlay;
  const size = sizes[place.layout];
  const room = roomsAround(at, { width, height }).find(({ side }) => side === place.side);
  const shown = Math.min(size.height, room?.height ?? 0);
  const { top } = overlay;
  const tops = { below: at.bottom + gapPx, above: at.top - gapPx - shown, right: top, left: top };
  const lefts = {
    below: overlay.left,
    above: overlay.left,
    right: at.right + gapPx,
    left: at.left - gapPx - size.width,
  };
  panel.setAttribute('data-layout', place.layout);
  limit(panel, {
    highest: `${room?.height ?? 0}px`,
    top: `${within(tops[place.side], gapPx, height - gapPx - shown)}px`,
    left: `${within(lefts[place.side], gapPx, width - gapPx - size.width)}px`,
  });
  return place;
}

/** Whether an overlay takes no room and is shown over its card while the pointer is there. */
export const isFloating = ({ element }: OverlayHost): boolean => element.getAttribute('data-density') === 'hover';
