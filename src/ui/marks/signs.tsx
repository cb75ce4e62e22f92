import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { wearInitials, wearOf } from '#core/items/item-kinds.ts';
import type { Rarity, RarityOf } from '#core/items/rarity.ts';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { drawingOf, drawings } from '#ui/marks/item-drawing.ts';
import { markClass } from '#ui/marks/market-mark.ts';
import { rarityText } from '#ui/marks/rarity-words.ts';

export const MarketSign = ({ market, label = marketNames[market] }: { market: MarketId; label?: string }) => (
  <span class={markClass(market)} role="img" aria-label={label} title={label} />
);

/** Until the rarities are loaded, and when they cannot be, none is known. */
export const unknownRarity: RarityOf = () => undefined;

export const Rarities = createContext(unknownRarity);

export const ItemDrawing = ({ name, rarity }: { readonly name: string; readonly rarity: Rarity | undefined }) => (
  <svg class="drawing" data-rarity={rarity} viewBox="0 0 20 20" aria-hidden="true">
    <path d={drawings[drawingOf(name)]} />
  </svg>
);

export function ItemName({ name }: { readonly name: string }) {
  const rarity = useContext(Rarities)(name);
  const end = name.endsWith(')') ? name.lastIndexOf(' (') + 1 : 0;
  const wear = wearOf(name);
  return (
    <span class="item-name" title={[name, rarityText(name, rarity)].filter(Boolean).join(' · ')}>
      {ItemDrawing({ name, rarity })}
      <span class="name">{end > 0 ? name.slice(0, end) : name}</span>
      {end > 0 && (
        <span class={wear && 'wear'} data-short={wear && wearInitials(wear)}>
          {name.slice(end)}
        </span>
      )}
    </span>
  );
}
