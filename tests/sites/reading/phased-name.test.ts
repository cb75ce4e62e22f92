import { expect, test } from 'vitest';
import { phasedName } from '#sites/reading/phased-name.ts';

test.each([
  ['★ Karambit | Doppler (Factory New)', 'phase-2', 'Phase 2'],
  ['★ Karambit | Doppler Ruby (Factory New)', 'phase-2', 'Ruby'],
  ['★ Karambit | Doppler (Factory New)', undefined, undefined],
  ['AK-47 | Redline (Field-Tested)', 'phase-2', undefined],
])('%s beside %j has the phase %s', (name, stated, phase) => {
  expect(phasedName(name, stated)).toEqual({ item: name.replace(' Ruby', ''), phase });
});
