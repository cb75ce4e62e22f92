type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = Node | string | false | undefined;

/** `undefined` is left out. Pages use plain DOM: Preact would be a quarter of the code that a page loads. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export const columnHead = (name: string, title: string): HTMLElement => el('th', { scope: 'col', title }, name);

export const tableOf = (heads: readonly Child[], rows: readonly HTMLElement[]): HTMLElement =>
  el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows));

/** Attributes of amounts, on which other programs rely: whole USD cents. */
export const wholeCents = (amounts: Readonly<Record<string, number | undefined>>): Attributes =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, cents = Number.NaN]) => [
      `data-${name}`,
      Number.isNaN(cents) ? undefined : Math.round(cents),
    ]),
  );

/** Replaces the content of a shadow root by `next`. An element with the same tag stays, so that it keeps the focus. */
export function replaceContent(root: ShadowRoot, next: HTMLElement): void {
  const last = root.lastElementChild;
  const old = last?.tagName === 'STYLE' ? null : last;
  if (old?.tagName !== next.tagName) {
    old?.remove();
    root.append(next);
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
  old.replaceChildren(...next.childNodes);
}

/** As `replaceContent`. By its `data-key` a child gets the focus back, and what was opened stays open. */
export function renewContent(root: ShadowRoot, next: HTMLElement): void {
  const key = root.activeElement?.getAttribute('data-key');
  for (const opened of root.querySelectorAll('details[open]'))
    next.querySelector(`details[data-key="${opened.getAttribute('data-key')}"]`)?.setAttribute('open', '');
  replaceContent(root, next);
  if (key) root.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Adopts one constructed sheet for all shadow roots of a page; adds a style element where the browser refuses that. */
export function adoptStyle(document: Document, root: ShadowRoot, css: string): void {
  try {
    root.adoptedStyleSheets = [sheetFor(document, css)];
  } catch {
    const element = document.createElement('style');
    element.textContent = css;
    root.append(element);
  }
}

function sheetFor(document: Document, css: string): CSSStyleSheet {
  const ofDocument = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, ofDocument);
  const known = ofDocument.get(css);
  if (known) return known;
  const Sheet = document.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const sheet = new Sheet();
  sheet.replaceSync(css);
  ofDocument.set(css, sheet);
  return sheet;
}
