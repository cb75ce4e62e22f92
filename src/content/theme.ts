/** Whether a page is light or dark where its cards are: measured from the first opaque background behind a card. */
export function themeBehind(card: Element): 'light' | 'dark' {
  const view = card.ownerDocument.defaultView;
  for (let element: Element | null = card; view && element; element = element.parentElement) {
    const luminance = luminanceOf(view.getComputedStyle(element).backgroundColor);
    if (luminance !== undefined) return luminance < 0.4 ? 'dark' : 'light';
  }
  return 'light';
}

/** Luminance 0 to 1 of `rgb(…)` or `rgba(…)`; `undefined` for what lets more than half through. */
function luminanceOf(color: string): number | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  if (!color.startsWith('rgb') || alpha < 0.5) return undefined;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}
