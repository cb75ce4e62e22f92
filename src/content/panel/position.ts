/** Distance from its overlay beyond which a panel was not anchored by the browser, px. */
const maxAnchorGapPx = 16;
const gapPx = 4;

/**
 * Positions a panel below or above an overlay, unless the browser supports CSS anchors and has done so itself.
 * Returns `false` when the overlay is out of sight.
 */
export function positionBeside(panel: HTMLElement, overlay: Element): boolean {
  const view = panel.ownerDocument.documentElement;
  const at = overlay.getBoundingClientRect();
  if (at.bottom < 0 || at.top > view.clientHeight || at.right < 0 || at.left > view.clientWidth) return false;
  const box = panel.getBoundingClientRect();
  if (!panel.style.top && isAnchored(box, at)) return true;
  const roomBelow = view.clientHeight - at.bottom - 2 * gapPx;
  const roomAbove = at.top - 2 * gapPx;
  const below = box.height <= roomBelow || roomBelow >= roomAbove;
  const height = Math.min(panel.scrollHeight, below ? roomBelow : roomAbove);
  const left = Math.max(gapPx, Math.min(at.left, view.clientWidth - box.width - gapPx));
  const top = below ? at.bottom + gapPx : at.top - gapPx - height;
  Object.assign(panel.style, {
    positionArea: 'none',
    margin: '0',
    maxHeight: `${height}px`,
    top: `${top}px`,
    left: `${left}px`,
  });
  return true;
}

function isAnchored(box: DOMRect, at: DOMRect): boolean {
  const apart = Math.max(box.top - at.bottom, at.top - box.bottom);
  const beside = box.left <= at.right && box.right >= at.left;
  return beside && apart >= 0 && apart <= maxAnchorGapPx;
}
