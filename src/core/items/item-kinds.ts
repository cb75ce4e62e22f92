/** The five wears as a market hash name spells them, best first. */
export const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;

export type Wear = (typeof wears)[number];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

export function wearOf(name: string): Wear | undefined {
  return name.endsWith(')') ? wears.find((wear) => name.endsWith(` (${wear})`)) : undefined;
}

/** The values of each wear, from the best to below the next; 1 is a Battle-Scarred item's. */
const bounds = [0, 0.07, 0.15, 0.38, 0.45, 1] as const;

/** Where a wear value stands in its wear. The item's own range may be narrower: nobody tells it. */
export type WearPlace = NonNullable<ReturnType<typeof wearPlace>>;

/**
 * `undefined` without a wear value, and where the name's wear contradicts it. `betterThan`: per cent of the wear that are
 * worse, rounded down; `isWorn`: in the worst tenth.
 */
export function wearPlace(name: string, value: number | undefined) {
  const wear = wearOf(name);
  if (!wear || value === undefined) return undefined;
  const [from = 0, to = 1] = bounds.slice(wears.indexOf(wear));
  if (!(value >= from && (value < to || value === 1))) return undefined;
  // Without the errors of binary fractions: 0.007 is better than 90 % of Factory New, and not than 89.
  const better = Number((((to - value) / (to - from)) * 100).toPrecision(12));
  return { value, wear, from, to, betterThan: Math.floor(better), isWorn: better <= 10 };
}

export const wearInitials = (wear: Wear): string => wear.replace(/[^A-Z]/g, '');

// Built on first use: the taps bundle this file and read no names.
let spellings: ReadonlyMap<string, Wear> | undefined;

const createSpellings = (): ReadonlyMap<string, Wear> =>
  new Map(
    wears.flatMap((wear, index) =>
      // Most cards show the full spelling, which is found without removing separators.
      [wear, ...[wear, wearInitials(wear), `WearCategory${index}`].map(withoutSeparators)].map(
        (spelling) => [spelling, wear] as const,
      ),
    ),
  );

/** Reads a wear in any of its English spellings: "Field-Tested", "field tested", "FT", "WearCategory2". */
export function readWear(text: string): Wear | undefined {
  spellings ??= createSpellings();
  return spellings.get(text) ?? spellings.get(withoutSeparators(text));
}

/** The kinds of items, in the order in which filters list them (src/core/items/names.md, "Form" and "Types"). */
export const itemKinds = [
  'weapon',
  'knife',
  'gloves',
  'agent',
  'sticker',
  'patch',
  'charm',
  'graffiti',
  'music',
  'container',
  'other',
] as const;

export type ItemKind = (typeof itemKinds)[number];

/** Types that a market hash name starts with, and that sites often leave out (src/core/items/names.md, "Types"). */
export const prefixedTypes = ['Sticker Slab', 'Sticker', 'Patch', 'Charm', 'Music Kit', 'Sealed Graffiti'] as const;

export type PrefixedType = (typeof prefixedTypes)[number];

const kindsByPrefix: ReadonlyMap<string, ItemKind> = /*#__PURE__*/ new Map([
  ['Sticker', 'sticker'],
  ['Sticker Slab', 'sticker'],
  ['Patch', 'patch'],
  ['Charm', 'charm'],
  ['Souvenir Charm', 'charm'],
  ['Graffiti', 'graffiti'],
  ['Sealed Graffiti', 'graffiti'],
  ['Music Kit', 'music'],
  ['StatTrak™ Music Kit', 'music'],
]);

const listOf = (names: string): readonly string[] => names.split('|');

/** Weapons, knives and gloves as names spell them; no name follows one that it contains. */
export const weapons: readonly string[] = /*#__PURE__*/ listOf(
  'AK-47|AUG|AWP|CZ75-Auto|Desert Eagle|Dual Berettas|FAMAS|Five-SeveN|G3SG1|Galil AR|Glock-18|M249|M4A1-S|M4A4|MAC-10|' +
    'MAG-7|MP5-SD|MP7|MP9|Negev|Nova|P2000|P250|P90|PP-Bizon|R8 Revolver|SCAR-20|SG 553|SSG 08|Sawed-Off|Tec-9|UMP-45|' +
    'USP-S|XM1014|Zeus x27|' +
    'M9 Bayonet|Bayonet|Bowie Knife|Butterfly Knife|Classic Knife|Falchion Knife|Flip Knife|Gut Knife|Huntsman Knife|' +
    'Karambit|Kukri Knife|Navaja Knife|Nomad Knife|Paracord Knife|Shadow Daggers|Skeleton Knife|Stiletto Knife|' +
    'Survival Knife|Talon Knife|Ursus Knife|' +
    'Bloodhound Gloves|Broken Fang Gloves|Driver Gloves|Hand Wraps|Hydra Gloves|Moto Gloves|Specialist Gloves|Sport Gloves',
);

/** Whether a weapon is a knife or gloves, which have a ★ in their name. New ones have names like the old ones. */
export const isKnife = (weapon: string): boolean => /(?:^| )(?:Knife|Bayonet|Karambit|Daggers)$/.test(weapon);
export const isGloves = (weapon: string): boolean => / (?:Gloves|Wraps)$/.test(weapon);

const factions: readonly string[] = /*#__PURE__*/ listOf(
  'Brazilian 1st Battalion|Elite Crew|FBI|FBI HRT|FBI SWAT|FBI Sniper|Gendarmerie Nationale|Guerrilla Warfare|KSK|' +
    'NSWC SEAL|NZSAS|Phoenix|SAS|SEAL Frogman|SWAT|Sabre|Sabre Footsoldier|TACP Cavalry|The Professionals|USAF TACP',
);

const isFaction = (text: string): boolean => factions.includes(text);

/** Containers, keys, pins and passes, the only names without `|` or `★`. */
const unprefixed =
  /^\S+ .*(?:Case|Package|Capsule|Pins?|Key|Pass|Box|Tokens?|Pack|Legends|Challengers|Contenders|Terminal|Tool|Tag|Presents|Parcel|Coin|Collection)(?: (?:Series )?\d+)?(?: \((?:Holo-)?Foil\))?$/;

export const isUnprefixedName = (text: string): boolean => unprefixed.test(text);

const container = /\b(?:Case|Capsule|Package|Box|Crate|Cache|Terminal)\b/;

export function prefixedKind(name: string): ItemKind | undefined {
  const bar = name.indexOf(' | ');
  return bar > 0 ? kindsByPrefix.get(name.slice(0, bar)) : undefined;
}

export function kindOf(name: string): ItemKind {
  if (name.startsWith('★')) return /Gloves|Wraps/.test(name) ? 'gloves' : 'knife';
  const prefixed = prefixedKind(name);
  if (prefixed) return prefixed;
  if (wearOf(name)) return 'weapon';
  const pieces = name.split(' | ');
  if (pieces.length > 1 && isFaction(pieces.at(-1) ?? '')) return 'agent';
  return container.test(name) ? 'container' : 'other';
}

/** The pieces of a name without its marks and its last bracket: a weapon and a finish, or the whole name. */
export const piecesOf = (name: string): readonly string[] =>
  name.replace(/^(?:★ )?(?:StatTrak™ |Souvenir )?| \([^()]*\)$/g, '').split(' | ');

const withFinish = (toPattern: (finish: string) => string, flags?: string): RegExp =>
  new RegExp(toPattern('(?:Holo|Foil|Gold|Glitter|Lenticular|Embroidered)'), flags);

const wholeFinish = /*#__PURE__*/ withFinish(
  (finish) => `^\\(?((?:${finish}|Holo[-/]Foil)(?:, ?(?:Champion|Ranked))?|Champion)\\)?$`,
);
const finishBracket = /*#__PURE__*/ withFinish((finish) => `\\s?\\((?:${finish}|Champion)[^()]*\\)`);
const finishWithin = /*#__PURE__*/ withFinish((finish) => `(?<![\\w-])${finish}(?!\\w)`, 'g');

/** The finish of a sticker or patch that a text is: "Holo", "(Gold, Champion)". */
export const readFinish = (text: string): string | undefined => wholeFinish.exec(text)?.[1];

export const finishesIn = (text: string): readonly string[] => text.match(finishWithin) ?? [];

export const withoutFinish = (name: string): string => name.replace(finishBracket, '');

/** Whether items of a name's kind differ by a finish in a bracket: stickers and patches. */
export const mayHaveFinish = (name: string): boolean => ['sticker', 'patch'].includes(prefixedKind(name) ?? '');
