import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyText } from '#ui/words/copy-text.ts';
import { runs } from '../../seed.ts';
import { panelSample } from '../panel-sample.ts';

test('any name stays one line of what is copied', () => {
  const signs = fc.constantFrom('\t', '\n', '\r', '\u2028', '\u0085', '"', '=', "'", '\0', '\u202e', 'a');
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 12 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(hostile, (item) => {
      const lines = copyText(panelSample(undefined, { item })).split(/[\n\r\u2028\u2029\u0085]/);
      expect(lines).toHaveLength(15);
    }),
    { numRuns: runs(60) },
  );
});

test('net and cost stand beside the price where fees are known', () => {
  const text = copyText(panelSample());
  expect(text).toMatch(/^Steam: \$31\.60.*, balance \$26\.86, cost \$32\.53/m);
  expect(text).not.toMatch(/^BUFF163:.*net/m);
});
