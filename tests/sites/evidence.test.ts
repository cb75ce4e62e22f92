import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sites } from '#sites/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The table's rows "How far each adapter is confirmed": the site's name and the dates of the design. */
const [, table = ''] = /\n(\| site \| design of \|.*?)\n\n/s.exec(read('src/sites/README.md')) ?? [];
const rows = table
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim()));
const designs = new Map(rows.map(([, name = '', design = '']) => [name, design.match(/20\d\d(?:-\d\d)?/g) ?? []]));

test('the table says of every marketplace when its design was confirmed', () => {
  expect([...designs.keys()].sort()).toEqual(sites.map(({ name }) => name).sort());
});

test.each(sites)('$name: a fact of its page has each date of the table', ({ id, name }) => {
  const facts = read(`src/sites/${id}.md`);
  const dates = designs.get(name) ?? [];
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter((date) => !facts.includes(`[${date},`))).toEqual([]);
});
