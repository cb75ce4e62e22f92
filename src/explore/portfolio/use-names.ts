import { useEffect, useState } from 'preact/hooks';
import type { ExploreDeps } from '#explore/deps.ts';

/** Names that are shown, at most. */
const limit = 8;

/** The names that a query finds, best match first; those of the query before stay until the answer is there. */
export function useNames({ ask }: Pick<ExploreDeps, 'ask'>, query: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const wanted = query.trim();
  useEffect(() => {
    let isLatest = true;
    if (wanted === '') setNames([]);
    else
      ask('search', { query: wanted, limit }).then(
        (answer) => isLatest && setNames(answer.state === 'found' ? answer.names : []),
        () => undefined,
      );
    return () => {
      isLatest = false;
    };
  }, [ask, wanted]);
  return names;
}
