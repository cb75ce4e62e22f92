import { useEffect, useState } from 'preact/hooks';
import type { RarityOf } from '#core/rarity.ts';
import type { ExploreDeps } from '#explore/deps.ts';

const notLoaded: RarityOf = () => undefined;

/** The rarities of items. Until they are loaded, and when they cannot be, none is known. */
export function useRarities({ rarities }: Pick<ExploreDeps, 'rarities'>): RarityOf {
  const [rarityOf, setRarityOf] = useState<RarityOf>(() => notLoaded);
  useEffect(
    () =>
      void rarities().then(
        (loaded) => setRarityOf(() => loaded),
        () => undefined,
      ),
    [rarities],
  );
  return rarityOf;
}
