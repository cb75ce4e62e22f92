import { describe, expect, test } from 'vitest';
import { sites } from '#sites/index.ts';
import { withOtherClasses } from '../../sites/redesign.ts';
import { type BlindSample, judge } from './blind-samples.ts';
import { findOn } from './find-items.ts';
import { namedCards } from './named-cards.ts';
import { samples } from './sample-prices.ts';

/** The finder stays silent on a page with fewer items: a few names may be a text about items. */
const leastItems = 3;

/** Pages whose own scripts alone know the names of the items: no text, attribute or answer has them. */
const namedByScriptsAlone: ReadonlySet<string> = new Set(['steam trade offer']);

const firstOfEach = samples.filter(({ site }, at) => samples[at - 1]?.site !== site);

const withOthers = (sample: BlindSample) => findOn({ ...sample, html: withOtherClasses(sample.html) });

describe.each([
  ['as they are', samples, (sample: BlindSample) => findOn(sample), []],
  ['with other class names, the first of each site', firstOfEach, withOthers, []],
  ['with other class names', samples, withOthers, ['full']],
] as const)('sample pages %s', (_, some, foundOn, tags) => {
  test('without adapters, at least 90 of 100 cards show the right item on the sites of the installation, and none a wrong one', {
    tags: [...tags],
  }, async () => {
    const bySite = new Map<string, { right: number; all: number }>();
    const wrong: string[] = [];
    for (const sample of some) {
      const result = judge(sample, await foundOn(sample));
      wrong.push(...result.wrong);
      if (result.all < leastItems || namedByScriptsAlone.has(`${sample.site} ${sample.page}`)) continue;
      const { right, all } = bySite.get(sample.site) ?? { right: 0, all: 0 };
      bySite.set(sample.site, { right: right + result.right, all: all + result.all });
    }
    const numbers = [...bySite].map(([site, { right, all }]) => `${site} ${right}/${all}`).join(', ');
    const shareOf = (ids: ReadonlySet<string>) => {
      const counts = [...bySite].flatMap(([site, count]) => (ids.has(site) ? [count] : []));
      const sum = (of: 'right' | 'all') => counts.reduce((total, count) => total + count[of], 0);
      return sum('right') / sum('all');
    };
    expect(wrong, numbers).toEqual([]);
    const required = sites.filter(({ optional }) => !optional).map(({ id }) => id);
    expect(required).toHaveLength(13);
    expect(shareOf(new Set(required)), numbers).toBeGreaterThanOrEqual(0.9);
  });
});

test('exactly the judged cards name an item that the adapter leaves unread, each once', () => {
  const proven = samples.flatMap((sample) => {
    const items = [...sample.proven].map((one) => one.replace(/^\d+ /, ''));
    return items.map((item) => `${sample.site} ${sample.page}: ${item}`);
  });
  expect(proven.sort()).toEqual(namedCards.map(({ page, item }) => `${page}: ${item}`).sort());
});
