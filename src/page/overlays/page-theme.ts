/** Whether a page is light or dark: measured from the first opaque background behind one of its cards. */
export function themeBehind(card: Element): 'light' | 'dark' {
  const view = card.ownerDocument.defaultView;
  for (let element: Element | null = card; view && element; element = element.parentElement) {
    const lightness = lightnessOf(view.getComputedStyle(element).backgroundColor);
    if (lightness !== undefined) return lightness < 0.4 ? 'dark' : 'light';
  }
  // Without any background, as in front of a picture, the text decides: it is light where the page is dark.
  const text = view ? lightnessOf(view.getComputedStyle(card).color) : undefined;
  return text !== undefined && text > 0.6 ? 'dark' : 'light';
}

/** Time after which a page that fades from one theme to the other has its new colours, ms. */
const fadeMs = 600;

/** A theme changes by an attribute of root or body, or with the browser's. Calls once more when the colours have faded. */
export function watchTheme(
  document: Document,
  after: (work: () => void, ms: number) => void,
  onChange: () => void,
  signal: AbortSignal,
): void {
  let isFading = false;
  let isChanged = false;
  const changed = () => {
    isChanged = true;
    if (isFading) return;
    isFading = true;
    isChanged = false;
    onChange();
    after(() => {
      isFading = false;
      if (signal.aborted) return;
      if (isChanged) changed();
      else onChange();
    }, fadeMs);
  };
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  document.defaultView?.matchMedia?.('(prefers-color-scheme: dark)').addEventListener('change', changed, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * Lightness of a computed colour, 0 to 1 on the grey scale of sRGB; `undefined` for a colour that is over half transparent
 * or cannot be read. Browsers compute to `rgb()`, and to `color()`, `oklch()`, `oklab()`, `lch()`
 * and `lab()` where the page uses those (CSS Color 4, "Serializing").
 */
export function lightnessOf(color: string): number | undefined {
  const [, name = '', inside = ''] = /^(\w+)\((.*)\)$/.exec(color) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = (inside.match(/-?[\d.]+(?:e-?\d+)?%?/g) ?? []).map(readNumber);
  if (!name || (name === 'color' && !/^(srgb|display-p3) /.test(inside)) || alphaOf(inside, alpha) < 0.5)
    return undefined;
  if (name.startsWith('rgb')) return grey(first, second, third) / 255;
  // The 3 of `display-p3` matches as a number.
  if (name === 'color') return inside.startsWith('srgb') ? grey(first, second, third) : grey(second, third, alpha);
  if (name.startsWith('ok')) return first ** 1.36;
  return name === 'lab' || name === 'lch' ? first / 100 : undefined;
}

const grey = (red: number, green: number, blue: number): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

const readNumber = (text: string): number => (text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text));

/** The alpha after a slash, or the fourth number of the comma syntax. */
function alphaOf(inside: string, fourth: number): number {
  const [, alpha] = inside.split('/');
  return alpha ? readNumber(alpha) : inside.includes(',') ? fourth : 1;
}
