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
  const go = useCallback((next: Place, how: 'replace' | 'push') => {
    setPlace(next);
    const address = `#${writePlace(next)}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }, []);
  return { place, go };
}
