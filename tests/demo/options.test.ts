import { describe, expect, test } from 'vitest';
import { readOptions } from '#demo/options.ts';

describe('the options of npm start', () => {
  test('open the sample pages in Chrome, in a window when there is a display', () => {
    const expected = { kind: 'chrome', live: false, headless: false, screenshots: '.demo' };
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
    const args = ['--browser', 'firefox', '--live', '--screenshots', '/tmp/a'];
    expect(readOptions(args, {}, 'darwin')).toEqual({
      kind: 'firefox',
      live: true,
      headless: false,
      screenshots: '/tmp/a',
    });
  });

  test.each([[['--browser', 'netscape']], [['--hedless']], [['chrome']]])('are refused with the usage: %j', (args) => {
    expect(() => readOptions(args, {}, 'linux')).toThrow('usage: npm start');
  });
});
