import { expect, test } from 'vitest';
import { parseSavedViews } from '#core/rows/saved-views.ts';

test('the name of a view is one line, whatever breaks lines', () => {
  const views = ['a\u2028b', 'a\u2029b', 'a\r\nb', 'a b'].map((name) => ({ name, address: '?' }));
  expect(parseSavedViews({ version: 1, views }).map(({ name }) => name)).toEqual(['a b', 'a b', 'a b', 'a b']);
});
