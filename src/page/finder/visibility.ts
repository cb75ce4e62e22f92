type PageWindow = Window & typeof globalThis;

export type Visibility = ReturnType<typeof createVisibility>;

/** Smallest width and height of a text that a user can read, px. Texts for screen readers alone have 1 px. */
const leastSize = 3;

/** A larger indentation moves the text out of its box, px. */
const largestIndent = 500;

/** Tells whether users see an element. A verdict is measured once and kept until it is forgotten. */
export function createVisibility(window: PageWindow) {
  let verdicts = new WeakMap<Element, boolean>();
  let uncovered = new WeakMap<Element, boolean>();
  /** Whether neither an element nor one around it clips its content away. */
  const isUncovered = (element: Element): boolean => {
    const known = uncovered.get(element);
    if (known !== undefined) return known;
    const { parentElement, ownerDocument } = element;
    const isTop = !parentElement || element === ownerDocument.body;
    const verdict = (isTop || isUncovered(parentElement)) && !hidesContent(element, window);
    uncovered.set(element, verdict);
    return verdict;
  };
  return {
    /** `undefined`: not measured yet. */
    of: (element: Element): boolean | undefined => verdicts.get(element),
    /** Needs a layout, so call it in a task of its own, before anything changes the page. */
    measure: (element: Element): boolean => {
      const verdict =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        isLegible(element, window) &&
        hasReadableBox(element, window) &&
        isUncovered(element);
      verdicts.set(element, verdict);
      return verdict;
    },
    forget: (element: Element): void => {
      for (const each of [element, ...element.querySelectorAll('*')]) {
        verdicts.delete(each);
        uncovered.delete(each);
      }
    },
    forgetAll: (): void => {
      verdicts = new WeakMap();
      uncovered = new WeakMap();
    },
  };
}

const isSeeThrough = (color: string): boolean => color === 'transparent' || /^rgba\(.*, 0\)$/.test(color);

/** An image behind it, or a text that is cut out of its background, is legible as far as we know. */
function isLegible(element: Element, window: PageWindow): boolean {
  if (!hasOwnText(element)) return true;
  const { color } = window.getComputedStyle(element);
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = window.getComputedStyle(at);
    if (backgroundImage !== '' && backgroundImage !== 'none') return true;
    if (!isSeeThrough(backgroundColor) && backgroundColor !== '')
      return backgroundColor !== color && !isSeeThrough(color);
  }
  return !isSeeThrough(color);
}

const hasOwnText = ({ childNodes }: Element): boolean => {
  for (const { nodeType, nodeValue } of childNodes) if (nodeType === 3 && /\S/.test(nodeValue ?? '')) return true;
  return false;
};

/** Whether an element has a box of a readable size that a user can scroll to. */
function hasReadableBox(element: Element, window: PageWindow): boolean {
  const { display, fontSize } = window.getComputedStyle(element);
  if (Number.parseFloat(fontSize) < leastSize) return false;
  if (display === 'contents') return !element.parentElement || hasReadableBox(element.parentElement, window);
  const box = element.getBoundingClientRect();
  return !isTiny(box) && box.right + window.scrollX > 0 && box.bottom + window.scrollY > 0;
}

const isTiny = ({ width, height }: DOMRect): boolean => width < leastSize || height < leastSize;

function hidesContent(element: Element, window: PageWindow): boolean {
  const { overflow, clip, clipPath, filter, textIndent, position } = window.getComputedStyle(element);
  if (/opacity\(0%?\)/.test(filter)) return true;
  if (Math.abs(Number.parseFloat(textIndent)) > largestIndent || /inset\((?:50|100)%|circle\(0/.test(clipPath))
    return true;
  const clips = /hidden|clip/.test(overflow) || (position === 'absolute' && clip.startsWith('rect'));
  return clips && isTiny(element.getBoundingClientRect());
}
