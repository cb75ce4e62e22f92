/** The first of so many places from which on `isReached` holds; their number without one. */
export function firstPlace(places: number, isReached: (place: number) => boolean): number {
  let from = 0;
  let to = places;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isReached(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
