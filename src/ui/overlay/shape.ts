import { replaceContent } from '#ui/overlay/element.ts';

/** Those that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element as data. Elements of one structure are clones, in which only what differs is set. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Attributes;
  /** Properties of its style. Only the outermost element has some. */
  readonly style?: Readonly<Record<string, string>>;
  readonly children: readonly (Shape | string)[];
}

/** Children that are `undefined` or `false` are left out. */
export const shape = (
  tag: string,
  attributes: Attributes = {},
  ...all: readonly (Shape | string | false | undefined)[]
): Shape => ({ tag, attributes, children: all.filter((child) => child !== undefined && child !== false) });

/** Tags and places of all elements and texts. Not kept: each card keeps its shape. */
export const structureOf = (of: Shape | string): string =>
  typeof of === 'string' ? '"' : `${of.tag}(${of.children.map(structureOf).join('')})`;

/** The first element of each structure: thirty calls into the browser make it, and one clones it. */
const masters = new WeakMap<Document, Map<string, { readonly element: HTMLElement; readonly shape: Shape }>>();

export function toElement(next: Shape): HTMLElement {
  const known = masters.get(document) ?? new Map();
  masters.set(document, known);
  const structure = structureOf(next);
  const master = known.get(structure) ?? { element: create(next), shape: next };
  known.set(structure, master);
  const element = document.importNode(master.element, true);
  update(element, master.shape, next);
  return element;
}

/** Draws into a shadow root. `last` is what it shows, `undefined` where something else has changed that. */
export function draw(root: ShadowRoot, next: Shape, last: Shape | undefined): void {
  const shown = last && structureOf(last) === structureOf(next) ? root.querySelector<HTMLElement>(next.tag) : null;
  if (last && shown) update(shown, last, next);
  else replaceContent(root, toElement(next));
}

function create(next: Shape): HTMLElement {
  const element = document.createElement(next.tag);
  element.append(...next.children.map((child) => (typeof child === 'string' ? child : create(child))));
  setAttributes(() => element, {}, next.attributes);
  setStyle(element, {}, next.style);
  return element;
}

function update(element: HTMLElement, before: Shape, next: Shape): void {
  updateContent(() => element, before, next);
  setStyle(element, before.style, next.style);
}

/** `find` looks for the element, and only where something differs: a look costs as much as a change. */
function updateContent(find: () => Element | undefined, before: Shape, next: Shape): void {
  let found: Element | undefined;
  const own = () => {
    found ??= find();
    return found;
  };
  setAttributes(own, before.attributes, next.attributes);
  let inner = 0;
  for (let at = 0; at < next.children.length; at++) {
    const old = before.children[at];
    const child = next.children[at];
    if (typeof child === 'object' && typeof old === 'object') {
      const place = inner++;
      updateContent(() => own()?.children[place], old, child);
    } else if (child !== old) {
      const node = own()?.childNodes[at];
      if (node) node.nodeValue = String(child);
    }
  }
}

/** Sets the attributes that differ and removes those that are `undefined`. */
export function setAttributes(find: () => Element | undefined, before: Attributes, next: Attributes): void {
  for (const name in next) {
    const value = next[name];
    if (value === before[name]) continue;
    if (value === undefined) find()?.removeAttribute(name);
    else find()?.setAttribute(name, String(value));
  }
  for (const name in before) if (before[name] !== undefined && !(name in next)) find()?.removeAttribute(name);
}

function setStyle(element: HTMLElement, before: Shape['style'] = {}, next: Shape['style'] = {}): void {
  for (const name in next) {
    const value = next[name];
    if (value !== before[name]) element.style.setProperty(name, value ?? '');
  }
}
