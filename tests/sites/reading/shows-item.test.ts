import { expect, test } from 'vitest';
import { showsItem } from '#sites/reading/shows-item.ts';

test.each([
  ['AK-47 Redline Field-Tested $31.20', 'AK-47 | Redline (Field-Tested)'],
  ['AK-47\n  Redline', 'StatTrak™ AK-47 | Redline (Field-Tested)'],
  ['Compare: Minimal Wear. Karambit Doppler (Factory New)', '★ Karambit | Doppler (Factory New)'],
  ['Kilowatt  Case', 'Kilowatt Case'],
  ['M4A4 龍王 (Dragon King)', 'M4A4 | 龍王 (Dragon King) (Field-Tested)'],
])('%j shows %s', (text, item) => expect(showsItem(text, item)).toBe(true));

test.each([
  ['AK-47 Vulcan Field-Tested', 'AK-47 | Redline (Field-Tested)'],
  ['AK-47 Redline Minimal Wear', 'AK-47 | Redline (Field-Tested)'],
  ['', 'Kilowatt Case'],
])('%j does not show %s', (text, item) => expect(showsItem(text, item)).toBe(false));
