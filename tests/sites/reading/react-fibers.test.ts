import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { mergeRows, propsAround } from '#sites/reading/react-fibers.ts';

const hydrating = 4096;

function around(fiber: unknown, key = '__reactFiber$abc') {
  const element = new JSDOM('<p></p>').window.document.body;
  Object.assign(element, { [key]: fiber });
  return propsAround(element, 'item');
}

const above = (steps: number, top: object): object =>
  steps === 0 ? top : { memoizedProps: {}, return: above(steps - 1, top) };

describe('propsAround', () => {
  test('finds the nearest component’s', () => {
    const outer = { memoizedProps: { item: 'outer' } };
    expect(around(above(3, { memoizedProps: { item: 'inner' }, return: outer }))).toEqual(['inner']);
  });

  test('gives both copies where they differ', () => {
    const twice = (item: string, other: string) =>
      around({ memoizedProps: { item }, alternate: { memoizedProps: { item: other } } });
    expect(twice('a', 'b')).toEqual(['a', 'b']);
    expect(twice('a', 'a')).toEqual(['a']);
  });

  test('looks no further than 30 components up', () => {
    const top = { memoizedProps: { item: 'far' } };
    expect(around(above(29, top))).toEqual(['far']);
    expect(around(above(30, top))).toEqual([]);
  });

  test('finds nothing before React has taken over, be that far above', () => {
    const item = { memoizedProps: { item: 'a' } };
    expect(around({ ...item, flags: hydrating })).toEqual([]);
    expect(around({ ...item, flags: 3, return: above(200, { flags: hydrating | 2 }) })).toEqual([]);
    expect(around({ ...item, flags: 3, return: above(200, { flags: 2 }) })).toEqual(['a']);
  });

  test.each([
    ['no key of React’s', around({ memoizedProps: { item: 'a' } }, '__other$abc')],
    ['no component', around(null)],
    ['a text', around('fiber')],
    ['no props', around({ memoizedProps: null })],
  ])('finds nothing in %s', (_, found) => expect(found).toEqual([]));

  test('survives getters that throw, and a circle', () => {
    const trap = {
      get memoizedProps(): never {
        throw new Error('the page’s');
      },
    };
    const circle: { return?: object } = {};
    circle.return = circle;
    expect([around(trap), around(circle)]).toEqual([[], []]);
  });
});

describe('agreed', () => {
  const row = { key: 'a', item: 'AK-47', listing: { amount: '1.00', currency: 'EUR' } };

  test('keeps what is said twice, and other keys', () =>
    expect(mergeRows([row, { ...row }, { ...row, key: 'b' }])).toEqual([row, { ...row, key: 'b' }]));

  test.each([{ amount: '2.00', currency: 'EUR' }, { amount: '1.00', currency: 'USD' }, undefined])(
    'gives no price for two: %j',
    (listing) => expect(mergeRows([row, { ...row, listing }])).toEqual([{ ...row, listing: undefined }]),
  );

  test('names no item for two, whatever a third says', () => {
    expect(mergeRows([row, { ...row, item: 'AWP' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, phase: 'Ruby' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, item: 'AWP' }, row])).toEqual([{ key: 'a' }]);
  });
});
