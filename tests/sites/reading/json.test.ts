import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';

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
