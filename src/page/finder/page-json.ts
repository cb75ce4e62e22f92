import { parseJson } from '#core/asks/parse-json.ts';

/** Longest list that is parsed at once, characters; a parse cannot be interrupted. */
const maxFlatLength = 300_000;

/** Each element's once; no text of them is shown. Steam: `window.SSR.renderContext=JSON.parse("{\"queryData\":…}")`. */
export class PageJson {
  readonly #read = new WeakSet<Element>();

  take(root: Element): readonly string[] {
    const fresh = [...root.querySelectorAll('script:not([src])')].filter((each) => !this.#read.has(each));
    for (const script of fresh) this.#read.add(script);
    return fresh.flatMap((script) => jsonIn(script) ?? []);
  }
}

/** Where a script assigns or parses JSON. */
const stateIn = /(?:=|\bJSON\.parse\()\s*["'`]?(?=[{[]+\\?")/;

function jsonIn(script: Element): string | undefined {
  const { textContent } = script;
  if (/\bjson$/.test(script.getAttribute('type') ?? ''))
    return /^\s*\[/.test(textContent) ? withValues(textContent) : textContent;
  const at = textContent.search(stateIn);
  return at < 0 ? undefined : textContent.slice(at);
}

/** Nuxt writes one flat list whose objects hold the places of their values. Other texts stay as they are. */
function withValues(json: string): string {
  const list = json.length > maxFlatLength ? undefined : parseJson(json);
  return Array.isArray(list) ? JSON.stringify(list.map((entry) => resolve(entry, list))) : json;
}

function resolve(entry: unknown, list: readonly unknown[]): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const fields = Object.entries(entry);
  if (!fields.every(([, at]) => Number.isInteger(at) && at >= 0 && at < list.length)) return entry;
  const values = fields.map(([key, at]) => [key, list[at]] as const);
  return Object.fromEntries(values.filter(([, value]) => typeof value !== 'object'));
}
