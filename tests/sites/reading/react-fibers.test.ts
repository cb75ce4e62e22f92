import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { propsAround } from '#sites/reading/react-fibers.ts';

const hydrating = 4096;

function around(fiber: unknown, key = '__reactFiber$abc') {
  const element = new JSDOM('<p></p>').window.document.body;
  Object.assign(element, { [key]: fiber });
  return propsAround(element, 'item');
}

const above = (steps: number, top: object): object =>
  steps === 0 ? top : { memoizedProps: {}, return: above(steps - 1, top) };

describe('propsAround', () => {
  test('returns the value of the nearest component', () => {
    const outer = { memoizedProps: { item: 'outer' } };
    expect(around(above(3, { memoizedProps: { item: 'inner' }, return: outer }))).toEqual(['inner']);
  });

  test('returns both copies where they differ', () => {
    const twice = (item: string, other: string) =>
      around({ memoizedProps: { item }, alternate: { memoizedProps: { item: other } } });
    expect(twice('a', 'b')).toEqual(['a', 'b']);
    expect(twice('a', 'a')).toEqual(['a']);
  });

  test('searches 30 components at most', () => {
    const top = { memoizedProps: { item: 'far' } };
    expect(around(above(29, top))).toEqual(['far']);
    expect(around(above(30, top))).toEqual([]);
  });

  test('is empty before React has hydrated the page, at any depth', () => {
    const item = { memoizedProps: { item: 'a' } };
    expect(around({ ...item, flags: hydrating })).toEqual([]);
    expect(around({ ...item, flags: 3, return: above(200, { flags: hydrating | 2 }) })).toEqual([]);
    expect(around({ ...item, flags: 3, return: above(200, { flags: 2 }) })).toEqual(['a']);
  });

  test.each([
    ['no key of React', around({ memoizedProps: { item: 'a' } }, '__other$abc')],
    ['no component', around(null)],
    ['a string', around('fiber')],
    ['no props', around({ memoizedProps: null })],
  ])('is empty for %s', (_, found) => expect(found).toEqual([]));

  test('does not throw for throwing getters and for cycles', () => {
    const trap = {
      get memoizedProps(): never {
        throw new Error('of the page');
      },
    };
    const circle: { return?: object } = {};
    circle.return = circle;
    expect([around(trap), around(circle)]).toEqual([[], []]);
  });
});
