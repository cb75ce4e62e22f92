import { describe, expect, test } from 'vitest';
import { decodeSegment, isPlausibleName, looseKey, nameFromText, normaliseName } from '#core/items/names.ts';
import { everyName } from '../every-name.ts';

describe('normaliseName', () => {
  test.each([
    ['AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['  AK-47 |\n  Redline\t(Field-Tested) ', 'AK-47 | Redline (Field-Tested)'],
    ['AK-47\u00a0|\u202fRedline\u2009(Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['Sticker | niko  | London 2018', 'Sticker | niko | London 2018'],
    ['P90 | Astral Jo\u0308rmungandr (Well-Worn)', 'P90 | Astral Jörmungandr (Well-Worn)'],
    ['Sticker | Move It(Foil)', 'Sticker | Move It (Foil)'],
    ['‘Two Times’ McCoy | TACP Cavalry', "'Two Times' McCoy | TACP Cavalry"],
    ['', ''],
  ])('%j becomes %j', (name, key) => expect(normaliseName(name)).toBe(key));
});

describe('looseKey', () => {
  test.each([
    ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'],
    ['Sticker | niko  | London 2018', 'Sticker | NiKo | London 2018'],
    ["'Two Times' McCoy | TACP Cavalry", '’TWO TIMES’ McCoy |\u00a0TACP Cavalry'],
  ])('%j comes near %j', (one, other) => expect(looseKey(one)).toBe(looseKey(other)));

  test.each([
    ['Souvenir AK-47', 'AK-47'],
    ['MAC-10 | Saibā Oni (Factory New)', 'MAC-10 | Saiba Oni (Factory New)'],
    ['Sticker | Move It (Foil)', 'Sticker | MoveIt (Foil)'],
  ])('%j does not come near %j', (one, other) => expect(looseKey(one)).not.toBe(looseKey(other)));
});

describe('isPlausibleName', () => {
  test('accepts every name of the catalogue', () => {
    expect(everyName.filter((name) => !isPlausibleName(name) || !isPlausibleName(normaliseName(name)))).toEqual([]);
  });

  test.each(['__proto__', 'constructor', 'a "quoted" & \'apostrophed\' name', '100% Wool'])(
    'accepts %j, which is plain text',
    (name) => expect(isPlausibleName(name)).toBe(true),
  );

  test.each([
    ['empty', ''],
    ['blank', '  '],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['a line break', 'AK-47 |\nRedline'],
    ['a NUL', 'AK-47\u0000'],
    ['a direction override', 'AK-47 | \u202eenilder'],
    ['a zero-width space', 'AK-47\u200b | Redline'],
    ['half a surrogate pair', 'AK-47 \ud83d'],
    ['201 characters', 'x'.repeat(201)],
  ])('refuses %s', (_, name) => expect(isPlausibleName(name)).toBe(false));
});

describe('nameFromText', () => {
  test('collapses white space as HTML does', () => {
    expect(nameFromText('\n      ★ Karambit |\u00a0Doppler\n    ')).toBe('★ Karambit | Doppler');
    expect(nameFromText('Sticker | niko\n  (Gold)')).toBe('Sticker | niko (Gold)');
  });

  test.each(['Sticker | Move It(Foil)', 'Sticker | niko  | Paris 2023', 'Jo\u0308rmungandr', '‘Two Times’ McCoy'])(
    'leaves %j as it is',
    (text) => expect(nameFromText(` ${text}\n`)).toBe(text),
  );

  test.each([['a'.repeat(5_000)], [' '.repeat(900)], ['<b>x</b>']])('is undefined for %#', (text) =>
    expect(nameFromText(text)).toBeUndefined(),
  );
});

describe('decodeSegment', () => {
  test('decodes no more than twice and keeps malformed text', () => {
    expect(decodeSegment('%252541')).toBe('%41');
    expect(decodeSegment('100%')).toBe('100%');
    expect(decodeSegment('%E0%A4%A')).toBe('%E0%A4%A');
    expect(decodeSegment('50%25 off')).toBe('50% off');
  });
});
