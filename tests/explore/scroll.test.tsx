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

test('keeps the items in sight while the columns scroll sideways, and cuts off what may be too long', async () => {
  await open(createEnvironment([itemAt('AK-47 | Redline (Field-Tested)', 1000)]));
  const grid = query('.grid');
  const isAside = (scrollLeft: number) => {
    grid.scrollLeft = scrollLeft;
    grid.dispatchEvent(new Event('scroll'));
    return grid.classList.contains('aside');
  };
  expect([0, 40, 0].map(isAside)).toEqual([false, true, false]);
  expect(query('.rows .item').classList.contains('cut')).toBe(true);
  expect(query('.rows .money:not(.at)').classList.contains('cut')).toBe(false);
});
