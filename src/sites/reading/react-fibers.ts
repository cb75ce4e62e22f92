import type { Row } from '#core/site.ts';

/**
 * React's own state, as a page's world sees it: every element that React made has a key `__reactFiber$…` that leads to
 * its node in a tree of components. React keeps each node twice, and nothing tells which of both is the present one.
 */

/** Components above an element that may hold its item, and how far it may be to the top. */
const nearest = 30;
const highest = 1_000;

/** Set on the top of what React is taking over from the server's HTML; until it is gone, nothing may be put there. */
const hydrating = 0b1000000000000;

/**
 * A prop of the nearest component around an element that has it: as both of React's copies say it, each once.
 * None where there is no such prop, or where React has not yet taken over the page's HTML. Never throws.
 */
export function propsAround(element: Element, prop: string): readonly unknown[] {
  try {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
    const path = key ? upwards(field(element, key)) : [];
    if (path.some((fiber) => Number(field(fiber, 'flags')) & hydrating)) return [];
    const owner = path.slice(0, nearest).find((fiber) => propOf(fiber, prop) !== undefined);
    return [...new Set([propOf(owner, prop), propOf(field(owner, 'alternate'), prop)])].filter(isDefined);
  } catch {
    return []; // the page can put anything there
  }
}

function upwards(from: unknown): readonly unknown[] {
  const path: unknown[] = [];
  for (let fiber = from; fiber && path.length < highest; fiber = field(fiber, 'return')) path.push(fiber);
  return path;
}

const propOf = (fiber: unknown, prop: string): unknown => field(field(fiber, 'memoizedProps'), prop);

/** Only this field is touched, for an object of the page may have others that do something. */
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isDefined = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * One row for each key: where two contradict each other in their item or phase, the row names none, and where they
 * do in their price, it has none.
 */
export function mergeRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const other = byKey.get(row.key);
    byKey.set(row.key, other ? common(other, row) : row);
  }
  return [...byKey.values()];
}

function common(one: Row, other: Row): Row {
  if (one.item !== other.item || one.phase !== other.phase) return { key: one.key };
  const isSamePrice =
    one.listing?.amount === other.listing?.amount && one.listing?.currency === other.listing?.currency;
  return isSamePrice ? one : { ...one, listing: undefined };
}
