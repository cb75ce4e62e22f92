/** @module-tag full */
import { expect, test } from 'vitest';
import { judgeSite, type SiteResult, siteTable } from './site-result.ts';

const fine: SiteResult = {
  site: 'csfloat',
  url: 'https://csfloat.com/search',
  answer: 200,
  seen: 40,
  read: 38,
  priced: 37,
  drifted: false,
  byName: 0,
};

test.each<[string, Partial<SiteResult>, string]>([
  ['reads its cards', {}, 'fine'],
  ['reads half of its cards', { seen: 76 }, 'fine'],
  ['reads fewer', { seen: 77 }, 'fell'],
  ['has drifted', { drifted: true }, 'fell'],
  ['shows no card', { seen: 0, read: 0 }, 'fell'],
  ['is read by names only', { seen: 40, read: 0, byName: 38 }, 'fell'],
  ['is gone', { answer: 404, seen: 0, read: 0 }, 'fell'],
  ['refuses machines', { answer: 403, seen: 0, read: 0 }, 'refused'],
  ['cannot be reached', { answer: 'net::ERR_NAME_NOT_RESOLVED', seen: 0, read: 0 }, 'refused'],
  ['answers 403 and works', { answer: 403 }, 'fine'],
])('a site that %s', (_, change, verdict) => {
  expect(judgeSite({ ...fine, ...change })).toBe(verdict);
});

test('the table has a row for each site', () => {
  const lines = siteTable([fine, { ...fine, site: 'steam', read: 0 }]).split('\n');
  expect(lines.length).toBe(4);
  expect(lines[2]).toMatch(/^\| csfloat \| fine +\| 40 +\| 38 +\| 37 +\| 0 +\| no +\| 200 +\| https:/);
  expect(lines[3]).toMatch(/^\| steam +\| fell/);
});
