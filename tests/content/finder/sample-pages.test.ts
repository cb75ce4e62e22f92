import { expect, test } from 'vitest';
import { pages } from '../../sites/page.ts';
import { blind, judge } from './blind-samples.ts';
import { openFinder } from './find-items.ts';

/** The number of the only sample card that an element is in or that it contains. */
function numberOf(element: Element): number | undefined {
  const around = element.closest('[data-n]');
  const within = [...element.querySelectorAll('[data-n]')];
  const card = around ?? (within.length === 1 ? within[0] : undefined);
  return card ? Number(card.getAttribute('data-n')) : undefined;
}

async function findOn(sample: ReturnType<typeof blind>) {
  const html = sample.html.replace(/<script.*?<\/script>/gs, '');
  const page = openFinder(html, { url: sample.url });
  page.finder.start();
  for (const { body } of sample.answers) page.finder.addAnswer(body);
  await page.settle();
  const found = [...page.found()].map(([card, { item, phase }]) => ({ number: numberOf(card), item, phase }));
  page.finder.stop();
  return judge(sample, found);
}

test('without adapters, at least 85 of 100 cards of all sample pages show the right item, and none a wrong one', async () => {
  const bySite = new Map<string, { right: number; all: number }>();
  const wrong: string[] = [];
  for (const sample of pages) {
    const result = await findOn(blind(sample));
    const { right, all } = bySite.get(sample.site) ?? { right: 0, all: 0 };
    bySite.set(sample.site, { right: right + result.right, all: all + result.all });
    wrong.push(...result.wrong);
  }
  const sum = (of: 'right' | 'all') => [...bySite.values()].reduce((total, counts) => total + counts[of], 0);
  console.info([...bySite].map(([site, { right, all }]) => `${site} ${right}/${all}`).join(', '));
  expect(wrong).toEqual([]);
  expect(sum('right') / sum('all')).toBeGreaterThanOrEqual(0.85);
});
