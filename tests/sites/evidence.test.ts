import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sites } from '#sites/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each(sites)('$name: its page says of when its design is, and has a fact of each of those dates', ({ id }) => {
  const facts = read(`src/sites/${id}.md`);
  const [, design = ''] = /^Confirmed: design of (.+?);\scards: .+?;\sanswers: /ms.exec(facts) ?? [];
  const dates = design.match(/20\d\d(?:-\d\d)?/g) ?? [];
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter((date) => !facts.includes(`[${date},`))).toEqual([]);
});
