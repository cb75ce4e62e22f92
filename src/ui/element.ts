type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = Node | string | false | undefined;

/**
 * Makes an element; attributes and children that are `undefined` are left out. What stands in pages is made so and
 * not by Preact, which would be a third of all that a page loads.
 */
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

/**
 * Shows `next` in a shadow root in place of what stands there. An element of the same kind stays, with the focus that
 * it or a child of the same `data-key` may have.
 */
export function show(root: ShadowRoot, next: HTMLElement): void {
  const last = root.lastElementChild;
  const old = last?.tagName === 'STYLE' ? null : last;
  const key = old && root.activeElement?.getAttribute('data-key');
  if (old?.tagName !== next.tagName) {
    old?.remove();
    root.append(next);
  } else {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) old.setAttribute(name, value);
    old.replaceChildren(...next.childNodes);
  }
  if (key) root.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}
