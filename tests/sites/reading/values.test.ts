import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { storedCurrency, storedJson } from '#sites/reading/elements.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/values.ts';

describe('an unknown body', () => {
  test('at returns the value at a path, and undefined where the path breaks off', () => {
    const body = { data: { list: [{ id: 7 }], none: null } };
    expect(at(body, 'data', 'list', '0', 'id')).toBe(7);
    expect(at(body)).toBe(body);
    expect(at(body, 'data', 'none', 'deeper')).toBeUndefined();
    expect(at(body, 'other', 'deeper')).toBeUndefined();
    expect(at('text', 'length')).toBeUndefined();
  });

  test('listAt returns a list or throws', () => {
    expect(listAt({ a: { b: [1, 2] } }, 'a', 'b')).toEqual([1, 2]);
    expect(() => listAt({ a: { b: { length: 1 } } }, 'a', 'b')).toThrow('no list at "a.b"');
    expect(() => listAt(null, 'a')).toThrow(TypeError);
  });

  test('textOf and idOf accept strings and ids only', () => {
    expect([textOf('a'), textOf(''), textOf(7), textOf({})]).toEqual(['a', undefined, undefined, undefined]);
    expect([idOf('a1'), idOf(7), idOf(''), idOf(1.5), idOf(2 ** 60), idOf(null)]).toEqual(['a1', '7', ...Array(4)]);
  });

  test('never makes a reader throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (body, name) => {
        fieldsOf(body);
        idOf(at(body, name, name));
      }),
    );
  });
});

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

test('reads a document once until the next microtask, and again after it or for another document', async () => {
  const asked: unknown[] = [];
  const read = memoizeUntilMicrotask((document) => asked.push(document));
  const [one, other] = [{}, {}] as [Document, Document];
  expect([read(one), read(one)]).toEqual([1, 1]);
  await Promise.resolve();
  expect(read(one)).toBe(2);
  expect(read(other)).toBe(3);
  expect(asked).toEqual([one, one, other]);
});
