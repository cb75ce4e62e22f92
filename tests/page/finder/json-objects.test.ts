import fc from 'fast-check';
import { expect, test } from 'vitest';
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
