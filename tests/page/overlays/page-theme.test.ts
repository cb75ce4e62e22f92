import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { lightnessOf, themeBehind } from '#page/overlays/page-theme.ts';

describe('the lightness of a computed colour', () => {
  test.each<[string, 'dark' | 'light' | undefined]>([
    ['rgb(27, 32, 42)', 'dark'],
    ['rgba(255, 255, 255, 0.9)', 'light'],
    ['rgba(255, 255, 255, 0.1)', undefined],
    ['rgba(255, 255, 255, 0.5)', 'light'],
    ['rgba(255, 255, 255, 0.49)', undefined],
    ['rgba(0, 0, 0, 0)', undefined],
    ['rgb(27 32 42 / 0.2)', undefined],
    ['color(srgb 0.1 0.12 0.16)', 'dark'],
    ['color(srgb 1 1 1 / 0.3)', undefined],
    ['color(display-p3 0.95 0.95 0.97)', 'light'],
    ['color(display-p3 0.1 0.1 0.1 / 0.9)', 'dark'],
    ['oklch(0.21 0.03 264)', 'dark'],
    ['oklch(0.97 0.01 264)', 'light'],
    ['oklab(0.98 -0.01 0.002)', 'light'],
    ['lab(12 1.5 -3)', 'dark'],
    ['lch(96 2 200)', 'light'],
    ['color(xyz 0.1 0.1 0.1)', undefined],
    ['transparent', undefined],
    ['', undefined],
  ])('%s', (color, expected) => {
    const lightness = lightnessOf(color);
    expect(lightness === undefined ? undefined : lightness < 0.4 ? 'dark' : 'light').toBe(expected);
  });
});

describe('the theme behind a card', () => {
  const themeOf = (html: string) => {
    const { document } = new JSDOM(html).window;
    return themeBehind(document.querySelector('i') ?? document.body);
  };
  test('is that of the first opaque background', () => {
    expect(themeOf('<body style="background:#fff"><div style="background:#111"><i></i></div>')).toBe('dark');
    expect(themeOf('<body style="background:#111"><div style="background:rgba(255,255,255,.1)"><i></i></div>')).toBe(
      'dark',
    );
    expect(themeOf('<body style="background:#fff"><i></i>')).toBe('light');
  });
  test.each([
    ['just under two fifths of white', 101, 'dark'],
    ['just over them', 103, 'light'],
  ])('of a background %s', (_, grey, theme) => {
    expect(themeOf(`<body style="background:rgb(${grey}, ${grey}, ${grey})"><i></i>`)).toBe(theme);
  });

  test.each([
    ['just under three fifths of white', 152, 'light'],
    ['just over them', 154, 'dark'],
  ])('of a text %s without any background', (_, grey, theme) => {
    expect(themeOf(`<body style="color:rgb(${grey}, ${grey}, ${grey})"><i></i>`)).toBe(theme);
  });
});
