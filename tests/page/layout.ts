import type { DOMWindow } from 'jsdom';

/** Gives a window of jsdom, which lays nothing out, boxes of a readable size, and what its styles say of visibility. */
export function addLayout(window: DOMWindow): void {
  const { prototype } = window.Element;
  prototype.getBoundingClientRect = () => ({
    x: 8,
    y: 8,
    left: 8,
    top: 8,
    right: 108,
    bottom: 28,
    width: 100,
    height: 20,
    toJSON: () => undefined,
  });
  prototype.checkVisibility = function isRendered(this: Element): boolean {
    for (let at: Element | null = this; at; at = at.parentElement) {
      const { display, visibility, opacity } = window.getComputedStyle(at);
      if (display === 'none' || opacity === '0' || visibility === 'hidden' || visibility === 'collapse') return false;
    }
    return true;
  };
}
