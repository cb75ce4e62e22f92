import { describe, expect, test } from 'vitest';
import { hasPhases, phases, readPhase, splitPhase } from '#core/items/names.ts';
import { everyName } from '../every-name.ts';

const dopplers = everyName.filter((name) => / \| (?:Gamma )?Doppler \(/.test(name));

/** The places and spellings in which sites put a phase (src/core/items/names.md, "Wears and phases"). */
const spellings: readonly ((name: string, phase: string) => string)[] = [
  (name, phase) => name.replace(' (', ` ${phase} (`),
  (name, phase) => name.replace(' (', ` - ${phase} (`),
  (name, phase) => name.replace(' (', ` (${phase}) (`),
  (name, phase) => name.replace(' (', ` [${phase}] (`),
  (name, phase) => `${name} - ${phase}`,
  (name, phase) => `${name} (${phase})`,
  (name, phase) => name.replace(' (', ` ${phase.toLowerCase().replace(' ', '-')} (`),
  (name, phase) => name.replace(' (', ` ${phase.toLowerCase().replace(' ', '')} (`),
];

describe('splitPhase', () => {
  test.each(phases)('splits %s off every Doppler in every spelling', (phase) => {
    expect(dopplers.length).toBeGreaterThan(100);
    for (const name of dopplers)
      for (const spell of spellings) expect(splitPhase(spell(name, phase))).toEqual({ item: name, phase });
  });

  test('keeps the wear as it is written, and needs none', () => {
    expect(splitPhase('★ Karambit | Doppler Phase 2 (FN)')).toEqual({
      item: '★ Karambit | Doppler (FN)',
      phase: 'Phase 2',
    });
    expect(splitPhase('Karambit | Gamma Doppler Emerald')).toEqual({
      item: 'Karambit | Gamma Doppler',
      phase: 'Emerald',
    });
  });

  test.each([
    ['★ Karambit | Ruby (Factory New)', '★ Karambit | Doppler (Factory New)', 'Ruby'],
    ['★ StatTrak™ Bayonet | Black Pearl', '★ StatTrak™ Bayonet | Doppler', 'Black Pearl'],
    ['★ Shadow Daggers | Emerald (Minimal Wear)', '★ Shadow Daggers | Gamma Doppler (Minimal Wear)', 'Emerald'],
    ['StatTrak™ Glock-18 | Emerald (Factory New)', 'StatTrak™ Glock-18 | Gamma Doppler (Factory New)', 'Emerald'],
  ])('restores the finish where a gem stands alone: %s', (name, item, phase) =>
    expect(splitPhase(name)).toEqual({ item, phase }),
  );

  test('leaves every real name unchanged, Emeralds included', () => {
    expect(everyName.filter((name) => splitPhase(name).item !== name || splitPhase(name).phase)).toEqual([]);
    expect(everyName.filter((name) => name.includes('| Emerald (')).length).toBeGreaterThan(10);
  });

  test.each(['★ Karambit | Phase 2', '★ Karambit | Doppler Phase 5', 'AK-47 | Doppler of sorts', '', '| Doppler '])(
    'does not guess at %j',
    (name) => expect(splitPhase(name)).toEqual({ item: name }),
  );
});

describe('hasPhases', () => {
  test('knows no other item', () => {
    expect(everyName.filter((name) => hasPhases(name) && !dopplers.includes(name))).toEqual([]);
    expect(hasPhases('★ Karambit | Doppler of sorts')).toBe(false);
  });
});

describe('readPhase', () => {
  test.each([
    ['phase1', 'Phase 1'],
    ['phase-4', 'Phase 4'],
    ['[Phase 2]', 'Phase 2'],
    ['black-pearl', 'Black Pearl'],
    ['blackpearl', 'Black Pearl'],
    ['RUBY', 'Ruby'],
  ])('%s is %s', (text, phase) => expect(readPhase(text)).toBe(phase));

  test.each(['', 'Phase', 'Phase 5', 'Pearl', 'toString'])('%j is no phase', (text) =>
    expect(readPhase(text)).toBeUndefined(),
  );
});
