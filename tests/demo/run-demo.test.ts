import { describe, expect, test } from 'vitest';
import type { ShownOverlay } from '#demo/driver-contract.ts';
import { explainTooOld } from '#demo/install-extension.ts';
import { readOptions } from '#demo/options.ts';
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

test.each([
  ['firefox/140.12.0', '142.0'],
  ['firefox/99.0', '142.0'],
  ['Chrome/122.0.6261.94', '123'],
])('%s is too old for an extension that needs %s', (version, least) => {
  expect(explainTooOld(version, least)).toMatch(
    new RegExp(`^the browser is ${version}, and the extension needs ${Number.parseInt(least, 10)} or newer`),
  );
});

test.each([
  ['firefox/142.0', '142.0'],
  ['firefox/1000.0', '142.0'],
  ['HeadlessChrome/123.0.1', '123'],
  ['a browser without a version', '123'],
])('%s is not too old for an extension that needs %s', (version, least) => {
  expect(explainTooOld(version, least)).toBeUndefined();
});

describe('the options of npm start', () => {
  test('open the sample pages in Chrome, in a window when there is a display', () => {
    const expected = { kind: 'chrome', live: false, headless: false, screenshots: '.demo', only: [] };
    expect(readOptions([], { DISPLAY: ':0' }, 'linux')).toEqual(expected);
    expect(readOptions([], { WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toEqual(expected);
    expect(readOptions([], {}, 'darwin')).toEqual(expected);
  });

  test('are headless without a display or with --headless', () => {
    expect(readOptions([], {}, 'linux').headless).toBe(true);
    expect(readOptions([], { DISPLAY: '' }, 'linux').headless).toBe(true);
    expect(readOptions(['--headless'], {}, 'win32').headless).toBe(true);
  });

  test('choose browser, marketplace and folder', () => {
    const args = ['--browser', 'firefox', '--only', 'steam,waxpeer', '--live', '--screenshots', '/tmp/a'];
    expect(readOptions(args, {}, 'darwin')).toEqual({
      kind: 'firefox',
      live: true,
      headless: false,
      screenshots: '/tmp/a',
      only: ['steam', 'waxpeer'],
    });
  });
});
