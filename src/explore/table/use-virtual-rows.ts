import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Rect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** Height of a row, px. */
export const rowPx = 28;
/** Rows that are drawn above and below what is visible. */
const overscan = 4;

export interface VirtualRows {
  /** Indexes of the drawn rows. The kept one is among them. */
  readonly indexes: readonly number[];
  readonly totalPx: number;
  /** Width of the scrolling element, px; 0 until it is known. */
  readonly widthPx: number;
  readonly scrollTo: (index: number) => void;
}

/** Which of many rows are drawn in a scrolling element. @param kept index of a row that is always drawn: it has the focus */
export function useVirtualRows(place: RefObject<HTMLElement | null>, count: number, kept: number): VirtualRows {
  const [, draw] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan,
    // The header covers the first row's place.
    scrollPaddingStart: rowPx,
    scrollToFn: elementScroll,
    // The virtualizer tells of other rows only: few rows stay the same when the window becomes narrower.
    observeElementRect: (instance: Virtualizer<HTMLElement, HTMLElement>, onRect: (rect: Rect) => void) =>
      observeElementRect(instance, (rect) => {
        onRect(rect);
        draw(0);
      }),
    observeElementOffset,
    onChange: () => draw(0),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index);
  const indexes = kept < count && !drawn.includes(kept) ? [...drawn, kept].sort((one, other) => one - other) : drawn;
  return {
    indexes,
    totalPx: count * rowPx,
    widthPx: virtualizer.scrollRect?.width ?? 0,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
