import { seededFraction, seedFromText } from '#service/simulated/seeded-random.ts';

/** A kind of item and the range of its prices in US dollars. */
interface Kind {
  readonly name: RegExp;
  readonly from: number;
  readonly to: number;
  /** 1 spreads prices evenly on a logarithmic scale; a higher number makes expensive items rarer. */
  readonly rarity: number;
}

const kind = (name: RegExp, from: number, to: number, rarity: number): Kind => ({ name, from, to, rarity });

/** The first match counts. */
const kinds: readonly Kind[] = [
  kind(/^★ .*(Gloves|Hand Wraps)/, 70, 1400, 1.3),
  kind(/^★ .*(Karambit|Butterfly|M9 Bayonet|Talon|Skeleton)/, 350, 1900, 1.3),
  kind(/^★ /, 90, 600, 1.3),
  kind(/\| (Dragon Lore|Gungnir|Howl|Wild Lotus|The Prince|Medusa|Fire Serpent)\b/, 700, 5000, 1),
  kind(/^Sticker \|.*Katowice 2014$/, 4, 700, 2),
  kind(/^Sticker \|/, 0.03, 45, 3),
  kind(/^Sticker Slab/, 0.05, 60, 3),
  kind(/^Sealed Graffiti/, 0.03, 3, 2),
  kind(/Charm/, 0.1, 60, 2.5),
  kind(/^(Patch|StatTrak™ Music Kit|Music Kit) \|/, 0.4, 15, 1.5),
  kind(/ Pin$/, 3, 60, 1.5),
  kind(/Package/, 0.6, 150, 2),
  kind(/Capsule|Legends|Challengers|Contenders/, 0.2, 50, 2.5),
  kind(/^(StatTrak™ |Souvenir )?(AK-47|AWP|M4A4|M4A1-S|Desert Eagle|USP-S|Glock-18) \|/, 0.3, 160, 2.2),
  kind(/\((Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle-Scarred)\)$/, 0.04, 30, 2.2),
  kind(/ \| /, 2, 60, 1.5),
];

/** Cases, keys, passes and everything else. */
const other = kind(/^/, 0.5, 50, 2);

/** Factors of the price for a word in the name. */
const factors: readonly (readonly [RegExp, number])[] = [
  [/\(Factory New\)$/, 2],
  [/\(Minimal Wear\)$/, 1.3],
  [/\(Well-Worn\)$/, 0.9],
  [/\(Battle-Scarred\)$/, 0.8],
  [/^★ .*(Doppler|Fade|Crimson Web|Lore|Pandora's Box|Vice)/, 1.5],
  [/StatTrak™/, 1.4],
  [/^Souvenir .*\)$/, 2.5],
  [/^Sticker.*\((.*, )?(Holo|Foil|Holo-Foil|Lenticular)/, 2.5],
  [/^Sticker.*\((.*, )?Gold/, 4],
];

const dearestSticker = 2_000;
const cheapestCents = 3;

/** The part of a name that all wears and versions of a design share, so that their prices stay in a plausible order. */
const designOf = (name: string): string =>
  name.replace(/StatTrak™ |^Souvenir (?=.*\)$)/g, '').replace(/ \((Factory|Minimal|Field|Well|Battle)[^)]*\)$/, '');

/**
 * The base price of an item in USD cents, with a fraction and at least 3. It depends only on the name and the seed.
 * Knives and gloves cost hundreds of dollars, most stickers cents.
 */
export function basePrice(name: string, seed: number): number {
  const { from, to, rarity } = kinds.find((each) => each.name.test(name)) ?? other;
  const rank = seededFraction(seedFromText(seed, designOf(name)), 1) ** rarity;
  const factor = factors.reduce((product, [word, times]) => (word.test(name) ? product * times : product), 1);
  const dollars = from * (to / from) ** rank * factor;
  const capped = name.startsWith('Sticker') ? Math.min(dollars, dearestSticker) : dollars;
  return Math.max(cheapestCents, capped * 100);
}
