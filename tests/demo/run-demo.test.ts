import { describe, expect, test } from 'vitest';
import type { ShownOverlay } from '#demo/overlays.ts';
import { summarizePage } from '#demo/run-demo.ts';

const overlay: ShownOverlay = {
  item: 'AK-47 | Redline (Field-Tested)',
  phase: null,
  state: 'ready',
  listing: '35.20',
  currency: 'USD',
  prices: [
    { market: 'buff163', cents: 3105, diff: '13.4' },
    { market: 'csfloat', cents: 3600, diff: '-2.2' },
  ],
};
const empty = { ...overlay, item: '★ Karambit | Doppler (Factory New)', phase: 'Ruby', state: 'offline', prices: [] };
const counts = { seen: 4, read: 3, priced: 1, drifted: false };

describe('the summary of a page', () => {
  test('counts cards, overlays and those with prices', () => {
    expect(summarizePage('steam', counts, [overlay, empty])).toMatch(/^steam: 4 cards, 2 overlaid, 1 with prices\n/);
    expect(summarizePage('steam', undefined, [])).toBe('steam: 0 overlaid, 0 with prices');
  });

  test('has a line for each overlay: prices and differences, or the state without them', () => {
    const lines = summarizePage('steam', counts, [overlay, empty]).split('\n');
    expect(lines[1]).toMatch(/^ {2}item +listing +buff163 +youpin +csfloat$/);
    expect(lines[2]).toMatch(
      /^ {2}AK-47 \| Redline \(Field-Tested\) +35\.20 USD +\$31\.05 \(\+13\.4 %\) +- +\$36\.00 \(-2\.2 %\)$/,
    );
    expect(lines[3]).toMatch(/\[Ruby\] +35\.20 USD +offline$/);
  });

  test('shows no difference and a difference of 0 differently', () => {
    const prices = [
      { market: 'buff163', cents: 100, diff: null },
      { market: 'youpin', cents: 100, diff: '0.0' },
    ];
    expect(summarizePage('steam', counts, [{ ...overlay, prices }])).toMatch(/\$1\.00 {2,}\$1\.00 \(0\.0 %\)/);
  });
});
