type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

export const meet = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  top: Math.max(one.top, other.top),
  bottom: Math.min(one.bottom, other.bottom),
});

/** Overlap of two boxes, px of the shorter side; negative when they are apart. */
export const common = (box: Box): number => Math.min(box.right - box.left, box.bottom - box.top);

/** Px. */
export const slack = 0.6;

export const holds = (outer: Box, { left, right, top, bottom }: Box): boolean =>
  left >= outer.left - slack &&
  right <= outer.right + slack &&
  top >= outer.top - slack &&
  bottom <= outer.bottom + slack;

function around(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** The box within which an element is visible. */
export function windowOf(element: Element): Box {
  let box: Box = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
  for (let up: Element | null = element; up; up = around(up)) {
    const { display, overflowX } = getComputedStyle(up);
    // Content that can be scrolled to is not cut.
    if (up === document.documentElement || up === document.body) break;
    if (display !== 'contents' && overflowX !== 'visible') box = meet(box, up.getBoundingClientRect());
  }
  return box;
}

/** The box of an element's text; of a mark, or of a text that a style has put there, that of the element. */
export function textBox(element: Element): Box {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [text, own] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  // A font's glyphs may be higher than their line.
  return text.width === 0
    ? own
    : common(meet(text, own)) > 0
      ? { ...meet(text, own), left: text.left, right: text.right }
      : text;
}
