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

/** The widths of a panel, the wider one first (src/ui/overlay/panel.css). */
const panelLayouts = ['whole', 'narrow'] as const;
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

interface Room extends Size, Pick<PanelPlace, 'side'> {
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

function roomsOf({ overlay, card }: Anchor, view: Size): readonly (Room & Pick<PanelPlace, 'clear'>)[] {
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

/**
 * Where a panel shows all that it has, or else the most, beside its card. `last` stays while it shows as much: nobody follows
 * a panel that jumps.
 */
export function choosePlace(at: Anchor, view: Size, sizes: PanelSizes, last?: PanelPlace): PanelPlace {
  const places = roomsOf(at, view).flatMap(({ side, clear, width, height, worth = height }) => {
    const layout = panelLayouts.find((each) => sizes[each].width <= width);
    return layout ? { side, layout, clear, shown: Math.min(1, Math.max(0, worth) / sizes[layout].height) } : [];
  });
  const [best] = places.toSorted(
    (one, other) =>
      other.shown - one.shown ||
      Number(other.clear) - Number(one.clear) ||
      sizes[other.layout].width - sizes[one.layout].width,
  );
  const kept = places.find(
    ({ side, layout, clear }) => side === last?.side && layout === last?.layout && clear === last?.clear,
  );
  const place = kept && kept.shown === best?.shown ? kept : best;
  return { side: place?.side ?? 'below', layout: place?.layout ?? 'narrow', clear: place?.clear ?? false };
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
  panel.removeAttribute('data-short');
  limit(panel, {
    zoom: `${1 / zoomOf(panel.parentElement)}`,
    highest: 'none',
    widest: `${clientWidth - 2 * gapPx}px`,
  });
  return { whole: measure('whole'), narrow: measure('narrow') };
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
  const free = room?.height ?? 0;
  const shown = Math.min(size.height, free);
  const { top } = overlay;
  const tops = { below: at.bottom + gapPx, above: at.top - gapPx - shown, right: top, left: top, over: top };
  const lefts = {
    below: overlay.left,
    above: overlay.left,
    right: at.right + gapPx,
    left: at.left - gapPx - size.width,
    over: overlay.left,
  };
  panel.setAttribute('data-layout', place.layout);
  panel.toggleAttribute('data-short', free < Math.min(shortPx, size.height));
  limit(panel, {
    highest: `${free}px`,
    top: `${within(tops[place.side], gapPx, height - gapPx - shown)}px`,
    left: `${within(lefts[place.side], gapPx, width - gapPx - size.width)}px`,
  });
  return place;
}

/** Whether an overlay takes no room and is shown over its card while the pointer is there. */
export const isFloating = ({ element }: OverlayHost): boolean => element.getAttribute('data-density') === 'hover';
