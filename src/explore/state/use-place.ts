import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Place, readPlace, writePlace } from '#explore/state/view-address.ts';

/** The place that the address holds. A change of the view replaces the address; opening something adds to the history. */
export function usePlace() {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const read = () => setPlace(readPlace(location.hash));
    addEventListener('popstate', read);
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener('hashchange', read);
    };
  }, []);
  // Behind the paint: a browser takes some ms to change the address.
  useEffect(() => {
    const address = writePlace(place);
    if (writePlace(readPlace(location.hash)) !== address) history.replaceState(null, '', `#${address}`);
  }, [place]);
  const go = useCallback((next: Place, how: 'replace' | 'push') => {
    if (how === 'push') history.pushState(null, '', `#${writePlace(next)}`);
    setPlace(next);
  }, []);
  return { place, go };
}
