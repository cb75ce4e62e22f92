import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { storedCurrency, storedJson } from '#sites/reading/local-storage.ts';

describe('storedCurrency', () => {
  const stored = (value: string | undefined, url = 'https://example.com') => {
    const { window } = new JSDOM('', { url });
    if (value !== undefined) window.localStorage.setItem('currency', value);
    return storedCurrency(window.document, 'currency');
  };

  test.each([
    ['EUR', 'EUR'],
    ['usd', 'USD'],
    ['"RUB"', 'RUB'],
  ])('%s is %s', (value, code) => expect(stored(value)).toBe(code));

  test.each([undefined, '', '{"code":"EUR"}', 'EURO', '€'])('is not read from %j', (value) =>
    expect(stored(value)).toBeUndefined(),
  );

  test('is undefined without a storage or a window', () => {
    expect(storedCurrency(new JSDOM('').window.document, 'currency')).toBeUndefined();
    expect(
      storedCurrency(new JSDOM('').window.document.implementation.createHTMLDocument(), 'currency'),
    ).toBeUndefined();
  });
});

describe('storedJson', () => {
  test('distinguishes a value, a missing value and an unreadable one', () => {
    const { window } = new JSDOM('', { url: 'https://example.com' });
    window.localStorage.setItem('good', '{"a":1}');
    window.localStorage.setItem('broken', '{');
    const { document } = window;
    expect(['good', 'none', 'broken'].map((key) => storedJson(document, key))).toEqual([{ a: 1 }, null, undefined]);
    expect(storedJson(new JSDOM('').window.document, 'good')).toBeUndefined();
  });
});
