/** Queries of traders and the name that comes first; `undefined`: none is found. */
export const queries: readonly (readonly [string, string | undefined])[] = [
  // Fragments, beginnings, any order.
  ['ak redl ft', 'AK-47 | Redline (Field-Tested)'],
  ['ak47 redline', 'AK-47 | Redline (Minimal Wear)'],
  ['stream usp fn', 'USP-S | Printstream (Factory New)'],
  ['print deagle mw', 'Desert Eagle | Printstream (Minimal Wear)'],
  ['dragon lore', 'AWP | Dragon Lore (Factory New)'],
  ['ＡＫ４７ ｒｅｄｌｉｎｅ fıeld', 'AK-47 | Redline (Field-Tested)'],
  // Wears, StatTrak™ and Souvenir in short.
  ['ak vulcan mw', 'AK-47 | Vulcan (Minimal Wear)'],
  ['ak vulcan fn st', 'StatTrak™ AK-47 | Vulcan (Factory New)'],
  ['stat m4a1-s printstream ft', 'StatTrak™ M4A1-S | Printstream (Field-Tested)'],
  ['sv dlore fn', 'Souvenir AWP | Dragon Lore (Factory New)'],
  ['(field-tested) awp | asiimov', 'AWP | Asiimov (Field-Tested)'],
  // Weapons.
  ['m4a4 asiimov ft', 'M4A4 | Asiimov (Field-Tested)'],
  ['tec9 fuel injector', 'Tec-9 | Fuel Injector (Factory New)'],
  ['57 hyper beast', 'Five-SeveN | Hyper Beast (Factory New)'],
  ['scout dragonfire', 'SSG 08 | Dragonfire (Factory New)'],
  // Knives and gloves.
  ['bfk fade fn', '★ Butterfly Knife | Fade (Factory New)'],
  ['kara lore', '★ Karambit | Lore (Factory New)'],
  ['karambit', '★ Karambit'],
  ['m9 tiger tooth', '★ M9 Bayonet | Tiger Tooth (Factory New)'],
  ['falch night', '★ Falchion Knife | Night (Factory New)'],
  // Phases and gems, which no name contains.
  ['kara ruby', '★ Karambit | Doppler (Factory New)'],
  ['kara doppler p2', '★ Karambit | Doppler (Factory New)'],
  ['bfk black pearl', '★ Butterfly Knife | Doppler (Factory New)'],
  ['ak emerald pinstripe ft', 'AK-47 | Emerald Pinstripe (Field-Tested)'],
  // Stickers, cases, agents.
  ['kato14 titan holo', 'Sticker | Titan (Holo) | Katowice 2014'],
  ['ibp kato14 holo', 'Sticker | iBUYPOWER (Holo) | Katowice 2014'],
  ['crown foil', 'Sticker | Crown (Foil)'],
  ['fracture case', 'Fracture Case'],
  // "and" for "&".
  ['dreams and nightmares', 'Dreams & Nightmares Case'],
  ['p250 black and tan', 'P250 | Black & Tan (Factory New)'],
  ['twerl & ekko', 'Music Kit | TWERL and Ekko & Sidetrack, Under Bright Lights'],
  ['swat agent farlow', '1st Lieutenant Farlow | SWAT'],
  // Knives without a finish.
  ['talon vanilla', '★ Talon Knife'],
  ['daggers vanilla', '★ Shadow Daggers'],
  ['kukri vanila', '★ Kukri Knife'],
  ['vanilla sport gloves', undefined],
  // First letters of a finish.
  ['usp kc mw', 'USP-S | Kill Confirmed (Minimal Wear)'],
  ['m4 dk', 'M4A4 | 龍王 (Dragon King) (Factory New)'],
  ['awp dl', 'AWP | Dragon Lore (Factory New)'],
  ['ak fi ft', 'AK-47 | Fuel Injector (Field-Tested)'],
  ['ak hs', 'AK-47 | Head Shot (Factory New)'],
  // What has a meaning keeps it: wears, nicknames, whole words and beginnings.
  ['ak bs redline', 'AK-47 | Redline (Battle-Scarred)'],
  ['m9 ch', '★ M9 Bayonet | Case Hardened (Factory New)'],
  ['glock 18 fade', 'Glock-18 | Fade (Factory New)'],
  ['usp pr', 'USP-S | Printstream (Factory New)'],
  // Years by two digits.
  ['kato 14 titan', 'Sticker | Titan | Katowice 2014'],
  ["s1mple kato '19", 'Sticker | s1mple | Katowice 2019'],
  ['rio 22 champions autograph capsule', 'Rio 2022 Champions Autograph Capsule'],
  ['kato 16 titan', undefined],
  // Words written as one or apart.
  ['awp hyperbeast', 'AWP | Hyper Beast (Factory New)'],
  ['rollcage', 'FAMAS | Roll Cage (Factory New)'],
  ['ak casehardened', 'AK-47 | Case Hardened (Factory New)'],
  ['fireserpent ft', 'AK-47 | Fire Serpent (Field-Tested)'],
  ['bloodinthewater', 'SSG 08 | Blood in the Water (Factory New)'],
  // More nicknames, and plurals.
  ['a4 howl', 'M4A4 | Howl (Factory New)'],
  ['a1s printstream', 'M4A1-S | Printstream (Factory New)'],
  ['duals melondrama', 'Dual Berettas | Melondrama (Factory New)'],
  ['kara ph4', '★ Karambit | Doppler (Factory New)'],
  ['stickers kato14 navi', 'Sticker | Natus Vincere | Katowice 2014'],
  // Typos.
  ['awp asimov ft', 'AWP | Asiimov (Field-Tested)'],
  ['ak redlien ft', 'AK-47 | Redline (Field-Tested)'],
  // No match.
  ['xyzzy', undefined],
  ['ak redline xyzzy', undefined],
  ['| ★ ()', undefined],
  ['', undefined],
];
