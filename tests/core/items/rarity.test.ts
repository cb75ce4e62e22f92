import { describe, expect, test } from 'vitest';
import { packNames, type Rarity, rarities, rarityWordsOf, unpackRarities } from '#core/items/rarity.ts';
import shipped from '#ui/marks/rarities.json' with { type: 'json' };
import { everyName } from '../every-name.ts';

const none = Object.fromEntries(rarities.map((rarity) => [rarity, ''])) as Record<Rarity, string>;

describe('packed rarities', () => {
  test('give each name its own back, and none to another name', () => {
    const names = everyName.filter((name) => !name.startsWith('★'));
    const rarityOf = unpackRarities({ ...none, rare: packNames(names) });
    expect(names.filter((name) => rarityOf(name) !== 'rare')).toEqual([]);
    const others = Array.from({ length: 10_000 }, (_, at) => `Sticker | ${at}`).filter((name) => !names.includes(name));
    expect(others.filter((name) => rarityOf(name))).toEqual([]);
  });

  test('are those of an item in every wear, with StatTrak™, as a souvenir, as a slab and in any colour', () => {
    const names = [
      'AK-47 | Redline',
      'Sticker | Crown (Foil)',
      'Sealed Graffiti | GGEZ',
      'Music Kit | Noisia, Sharpened',
    ];
    const rarityOf = unpackRarities({ ...none, legendary: packNames(names) });
    for (const name of [
      'StatTrak™ AK-47 | Redline (Well-Worn)',
      'Souvenir AK-47 | Redline (Factory New)',
      'Sticker Slab | Crown (Foil)',
      'Sealed Graffiti | GGEZ (War Pig Pink)',
      'StatTrak™ Music Kit | Noisia, Sharpened',
    ])
      expect(rarityOf(name), name).toBe('legendary');
    for (const name of ['AK-47 | Redlined (Well-Worn)', 'Sticker | Crown', 'Souvenir Charm | Crown (Foil)', ''])
      expect(rarityOf(name), name).toBeUndefined();
  });
});

describe('the rarities of Explore', () => {
  const rarityOf = unpackRarities(shipped.names);

  test('know nine of ten names, and these', () => {
    expect(everyName.filter((name) => rarityOf(name)).length / everyName.length).toBeGreaterThan(0.9);
    const known: Record<string, Rarity> = {
      'Glock-18 | Groundwater (Field-Tested)': 'uncommon',
      'StatTrak™ AK-47 | Redline (Field-Tested)': 'legendary',
      'M4A4 | 龍王 (Dragon King) (Field-Tested)': 'legendary',
      'Souvenir AWP | Dragon Lore (Factory New)': 'ancient',
      'M4A4 | Howl (Factory New)': 'immortal',
      '★ StatTrak™ Karambit': 'ancient',
      "'The Doctor' Romanov | Sabre": 'ancient',
      'Sticker | Crown (Foil)': 'legendary',
      'Kilowatt Case': 'common',
    };
    for (const [name, rarity] of Object.entries(known)) expect([name, rarityOf(name)]).toEqual([name, rarity]);
  });

  test('have the words of the kind of item', () => {
    expect(
      ['★ Karambit', '★ Hydra Gloves | Case Hardened (Well-Worn)', "'The Doctor' Romanov | Sabre"].map(rarityWordsOf),
    ).toEqual(['weapon', 'other', 'agent']);
  });
});
