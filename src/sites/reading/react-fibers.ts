import { liveField } from '#sites/reading/live-field.ts';

/**
 * React's state, as the page's world sees it. Every element that React made has a key `__reactFiber$…`, which leads to
 * the element's fiber, a node in a tree of components. React keeps two copies of each fiber and does not tell which one
 * is current.
 */

/** Limit of fibers that are searched above an element. */
const maxOwnerDistance = 30;
const maxDepth = 1_000;

/** Flag of a fiber whose server-rendered HTML React has not hydrated yet; until then nothing may be inserted there. */
const hydrating = 0b1000000000000;

/** Distinct values of both copies of the nearest component with the prop; none before hydration. Never throws. */
export function propsAround(element: Element, prop: string): readonly unknown[] {
  try {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
    const path = key ? fibersAbove(liveField(element, key)) : [];
    if (path.some((fiber) => Number(liveField(fiber, 'flags')) & hydrating)) return [];
    const owner = path.slice(0, maxOwnerDistance).find((fiber) => propOf(fiber, prop) !== undefined);
    return [...new Set([propOf(owner, prop), propOf(liveField(owner, 'alternate'), prop)])].filter(isDefined);
  } catch {
    return []; // The page can replace these objects by anything.
  }
}

function fibersAbove(start: unknown): readonly unknown[] {
  const path: unknown[] = [];
  for (let fiber = start; fiber && path.length < maxDepth; fiber = liveField(fiber, 'return')) path.push(fiber);
  return path;
}

const propOf = (fiber: unknown, prop: string): unknown => liveField(liveField(fiber, 'memoizedProps'), prop);

const isDefined = (value: unknown): boolean => value !== undefined && value !== null;
