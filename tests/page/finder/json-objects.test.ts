import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readObjects } from '#page/finder/json-objects.ts';
import { runs, seed } from '../../seed.ts';

const namesIn = (text: string) =>
  [...readObjects(text)].flatMap((object) => object?.fields.filter(({ path }) => path === 'name') ?? []);

test('JSON in strings of JSON is read as if it stood there, whatever its escapes and its length', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  const filling = fc.constantFrom('', '\\', '"', '\u0001', '😀', '\\"é\n');
  fc.assert(
    fc.property(name, filling, fc.nat(60_000), fc.integer({ min: 0, max: 3 }), (value, sign, length, levels) => {
      let text = JSON.stringify([{ filling: sign.repeat(length / 4) }, { name: value }]);
      for (let level = 0; level < levels; level++) text = JSON.stringify({ data: text });
      expect(namesIn(text)).toEqual([{ path: 'name', value }]);
    }),
    { seed, numRuns: runs(60) },
  );
});

test('JSON in strings is read to a depth, and what is broken in it is left out', () => {
  let text = JSON.stringify({ name: 'deep' });
  for (let level = 0; level < 4; level++) text = JSON.stringify({ data: text });
  expect(namesIn(text)).toEqual([]);
  expect(namesIn('{"data":"{\\"name\\":\\"a\\q","name":"b"}')).toEqual([{ path: 'name', value: 'b' }]);
});

test('the objects of a list have no key, whatever the object before ends with', () => {
  const list = [{ id: 1, stickers: null }, { id: 2, stickers: [{ id: 3 }, { id: 4 }] }, { id: 5 }];
  const places = [...readObjects(JSON.stringify({ items: list }))].flatMap((object) =>
    object ? [[object.fields[0]?.value, object.key, object.trail]] : [],
  );
  expect(places).toEqual([
    [1, '', '.items.'],
    [3, '', '.items..stickers.'],
    [4, '', '.items..stickers.'],
    [2, '', '.items.'],
    [5, '', '.items.'],
    [undefined, '', ''],
  ]);
});

/** UTF-16 units that may be read in one go: a few thousand signs of six units each. */
const unitsAtOnce = 30_000;
const repeat = (part: string) => part.repeat(1_000_000 / part.length);

test.each([
  ['backslashes', `{"a":"${repeat('\\')}"}`],
  ['backslashes in JSON in a string', `{"a":"[${repeat('\\')}"}`],
  ['quotes', repeat('"')],
  ['escaped quotes', `{"a":"${repeat('\\"')}"}`],
  ['escaped quotes in JSON in a string', `{"a":"[${repeat('\\"')}"}`],
  ['backslashes and quotes in turn', `{"a":"[${repeat('\\\\\\"')}"}`],
  ['escaped letters', `{"a":"[${repeat('\\u0061')}"}`],
  ['strings of backslashes', repeat(`"[${'\\\\\\"'.repeat(600)}",`)],
  ['digits', repeat('1')],
  ['a value that is no JSON', `{"a":${repeat('x')}}`],
  ['spaces', repeat(' ')],
  ['objects', repeat('{},')],
])('a hostile answer of %s is read in parts, none of them long', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  const steps = [...readObjects(text)].length;
  const parsed = Math.max(0, ...parse.mock.calls.map(([part]) => part.length));
  parse.mockRestore();
  expect(steps).toBeGreaterThanOrEqual(Math.floor(text.length / unitsAtOnce));
  expect(parsed).toBeLessThanOrEqual(unitsAtOnce + 2);
});

test('keys of hostile length name no value, and no trail grows with them', () => {
  const depth = 50;
  const text = `${`{"${'k'.repeat(250)}":`.repeat(depth)}{"a":1}${'}'.repeat(depth)}`;
  const objects = [...readObjects(text)].flatMap((object) => object ?? []);
  expect(objects.flatMap(({ fields }) => fields.map(({ path }) => path.length))).toEqual([1, 252]);
  expect(Math.max(...objects.map(({ trail }) => trail.length))).toBe(1000);
});
