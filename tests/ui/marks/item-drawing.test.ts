import { expect, test } from 'vitest';
import { weapons } from '#core/items/item-kinds.ts';
import { drawingOf } from '#ui/marks/item-drawing.ts';

test.each([
  ['USP-S | Printstream (Field-Tested)', 'pistol'],
  ['StatTrak™ AK-47 | Redline (Field-Tested)', 'rifle'],
  ['Souvenir M4A1-S | Knight (Factory New)', 'rifle'],
  ['AWP | Asiimov (Field-Tested)', 'sniper'],
  ['PP-Bizon | Judgement of Anubis (Field-Tested)', 'smg'],
  ['XM1014 | Tranquility (Factory New)', 'shotgun'],
  ['Negev | Power Loader (Factory New)', 'machinegun'],
  ['★ StatTrak™ Karambit | Doppler (Factory New)', 'knife'],
  ['★ Hand Wraps | Slaughter (Field-Tested)', 'gloves'],
  ['Sir Bloody Miami Darryl | The Professionals', 'agent'],
  ['Sticker Slab | Crown (Foil)', 'sticker'],
  ['Charm | Lil’ Ava', 'charm'],
  ['Kilowatt Case', 'case'],
  ['CS:GO Case Key', 'key'],
  ['Sealed Graffiti | Rage Mode (Brick Red)', 'graffiti'],
  ['Patch | Crazy Banana', 'patch'],
  ['StatTrak™ Music Kit | Scarlxrd, King', 'music'],
  ['Operation Breakout All Access Pass', 'pass'],
  ['Name Tag', 'tool'],
])('draws %s as a %s', (name, drawing) => expect(drawingOf(name)).toBe(drawing));

test('every weapon of the game that is no rifle has a drawing of its class', () => {
  const rifles = weapons.filter((weapon) => drawingOf(`${weapon} | Finish (Field-Tested)`) === 'rifle');
  const guns = rifles.filter((weapon) => !/Knife|Bayonet|Karambit|Daggers|Gloves|Wraps/.test(weapon));
  expect(guns).toEqual(['AK-47', 'AUG', 'FAMAS', 'Galil AR', 'M4A1-S', 'M4A4', 'SG 553']);
});
