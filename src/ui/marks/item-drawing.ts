import { kindOf, piecesOf } from '#core/items/item-kinds.ts';

/** Ours: paths on a grid of 20, to be stroked with 1.5, round ends and no fill. A filter's kind is one, or has several. */
export const drawings = {
  pistol: 'M2.5 5.5h15v4h-7l-1 2.5h-3L5.2 16H2l1.5-6.5h-1z',
  rifle: 'M1 8.5h4l1-1.2h7.5v3H8.5L8 13.5H6l.5-3.2H5L1 12zM13.5 8.5H19M17.5 8.5V7M10.3 10.3l1.2 4.2h2.5l-1.2-4.2',
  sniper: 'M1 9.5h5l1.5-1H19M8 5.5h5.5M9.5 5.5v3M12 5.5v3M1 9.5v4L6 11h8V8.5M8.5 11l-.5 3',
  smg: 'M5 7h10v3.5H5zM15 8.5h4M5 8H1.5v4M9.5 10.5l.8 6h2.4l-.4-6M6.5 10.5L6 14',
  shotgun: 'M1 9.5L6 8h13v2H8L1 13zM10.5 12.2h6',
  machinegun: 'M5 6.5h8.5V10H5zM13.5 8H19M5 7L1 8v4l4-2M7 10v4.5h5V10M16.5 8L15 14M16.5 8l2 6',
  knife: 'M2.5 17.5l5-5M5.5 10.5l4 4M7.5 12.5L16 3c2 4-1 8-6.5 11.5',
  gloves: 'M6.5 17.5v-4L3.5 10 5 8.5l2 1.5V5h2v4-6h2.2v6V4h2.2v5.5V6H15.5v7l-1.5 4.5z',
  agent: 'M10 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 17.5c0-3.5 3-5.5 7-5.5s7 2 7 5.5z',
  sticker: 'M3 3h14v8.5L11.5 17H3zM17 11.5h-5.5V17',
  charm: 'M10 1.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM10 5.5v2.5M5 8h10v5l-5 5-5-5z',
  case: 'M2 8l2.5-4h11L18 8v8.5H2zM2 8h16M8 8v3h4V8',
  key: 'M6 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM9.5 10H18v3M14.5 10v2.5',
  graffiti: 'M4 9h7v8.5H4zM5.5 9V6h4v3M7.5 6V4M13 4h.1M16 3h.1M16 5.5h.1M13.5 7h.1M17.5 8h.1',
  patch: 'M10 2l7 2v6c0 4-3 6.5-7 8-4-1.5-7-4-7-8V4zM6.5 11L10 8l3.5 3',
  music:
    'M7.5 15V4.5L16.5 3v10.5M7.5 15a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0zM16.5 13.5a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0z',
  pass: 'M2 5h16v3a2 2 0 0 0 0 4v3H2v-3a2 2 0 0 0 0-4zM12.5 5v1.5M12.5 9.2v1.6M12.5 13.5V15',
  tool: 'M2.5 10L9 3.5h8.5V12L11 18.5zM13.9 7.1h.1',
} as const;

export type Drawing = keyof typeof drawings;

/** Weapons that are no pistols, by the start of their names. A new weapon is a rifle until it stands here. */
const weapons: readonly (readonly [Drawing, RegExp])[] = [
  ['pistol', /^(?:CZ75|Desert Eagle|Dual Berettas|Five-SeveN|Glock|P2000|P250|R8|Tec-9|USP|Zeus)/],
  ['sniper', /^(?:AWP|G3SG1|SCAR-20|SSG)/],
  ['smg', /^(?:MAC-10|MP\d|P90|PP-|UMP)/],
  ['shotgun', /^(?:MAG-7|Nova|Sawed|XM1014)/],
  ['machinegun', /^(?:M249|Negev)/],
];

export function drawingOf(name: string): Drawing {
  const kind = kindOf(name);
  const gun = piecesOf(name)[0] ?? '';
  if (kind === 'weapon') return weapons.find(([, pattern]) => pattern.test(gun))?.[0] ?? 'rifle';
  if (kind !== 'container' && kind !== 'other') return kind;
  if (/ Key$/.test(name)) return 'key';
  if (/ (?:Pass|Tokens?)$/.test(name)) return 'pass';
  return kind === 'other' ? 'tool' : 'case';
}
