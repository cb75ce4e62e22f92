import { type Rarity, type RarityWords, rarityWordsOf, unpackRarities } from '#core/items/rarity.ts';
import { text } from '#ui/words/text.ts';

/** The game's words. A rarity that items of a kind cannot have has none. */
const words: Readonly<Record<RarityWords, Partial<Record<Rarity, () => string>>>> = {
  weapon: {
    common: () => text('rarityConsumer'),
    uncommon: () => text('rarityIndustrial'),
    rare: () => text('rarityMilSpec'),
    mythical: () => text('rarityRestricted'),
    legendary: () => text('rarityClassified'),
    ancient: () => text('rarityCovert'),
    immortal: () => text('rarityContraband'),
  },
  agent: {
    rare: () => text('rarityDistinguished'),
    mythical: () => text('rarityExceptional'),
    legendary: () => text('raritySuperior'),
    ancient: () => text('rarityMaster'),
  },
  other: {
    common: () => text('rarityBase'),
    rare: () => text('rarityHigh'),
    mythical: () => text('rarityRemarkable'),
    legendary: () => text('rarityExotic'),
    ancient: () => text('rarityExtraordinary'),
    immortal: () => text('rarityContraband'),
  },
};

/** The word for an item's rarity: "Covert"; empty without a known rarity. */
export const rarityText = (name: string, rarity: Rarity | undefined): string =>
  (rarity && words[rarityWordsOf(name)][rarity]?.()) ?? '';

/** A file of its own, so that no page waits for it. */
export const loadRarities = async () => unpackRarities((await import('#ui/marks/rarities.json')).default.names);
