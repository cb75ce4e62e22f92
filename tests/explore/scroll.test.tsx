import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { query, settle } from '../popup/screen.tsx';
import { close, createEnvironment, itemAt, names, open } from './screen.tsx';

afterEach(close);

test('draws the rows that come into sight with the elements of those that go', async () => {
  await open(createEnvironment(Array.from({ length: 500 }, (_, at) => itemAt(`Item ${at}`, 1000 + at))));
  const drawn = () => [...document.querySelectorAll('.rows .row')];
  const first = new Set(drawn());
  const before = names();
  const grid = query('.grid');
  grid.scrollTop = 1400;
  await act(() => void grid.dispatchEvent(new Event('scroll')));
  await settle();
  expect(names().filter((name) => before.includes(name))).toEqual(before.slice(0, 1));
  // New are those of the rows above the window, of which there were none, and of the active row, which stays drawn.
  expect(drawn().length).toBeGreaterThan(20);
  expect(drawn().filter((row) => !first.has(row)).length).toBeLessThan(10);
});
