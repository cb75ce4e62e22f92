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

/** Which of many rows are drawn in a scrolling element. @param kept index of a row that is always drawn: it has the focus */
export function useVirtualRows(place: RefObject<HTMLElement | null>, count: number, kept: number) {
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
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const { height = 0 } = virtualizer.scrollRect ?? {};
  return {
    /** The drawn rows by their slots, so that no element moves. The kept one is among them. */
    drawn: inSlots(indexes, kept < count ? kept : undefined, Math.ceil(height / rowPx) + 1 + 2 * overscan),
    totalPx: count * rowPx,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

/** A row that comes takes the slot of one that goes. @param slots drawn rows at most; a kept one takes one more */
function inSlots(indexes: readonly number[], kept: number | undefined, slots: number) {
  const rows = indexes.map((index) => ({ index, slot: index % slots }));
  const more = kept === undefined || indexes.includes(kept) ? [] : [{ index: kept, slot: slots }];
  return [...rows, ...more].sort((one, other) => one.slot - other.slot);
}
