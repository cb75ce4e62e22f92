import { expect, test } from 'vitest';
import { runs, seed } from '../../seed.ts';
import { openFinder } from './find-items.ts';
import { type Shop, shopsOf } from './made-up-shops.ts';

/** What the finder alone makes of a shop's page: how many cards it reads right, and what it reads wrong. */
async function judge({ kind, first, change, answers, card, items }: Shop) {
  const page = openFinder(first);
  page.finder.start();
  if (!change) for (const answer of answers) page.finder.addAnswer(JSON.stringify(answer));
  await page.settle();
  if (change) for (const answer of answers) page.finder.addAnswer(JSON.stringify(answer));
  change?.(page.document);
  await page.settle();
  page.pass(1000);
  await page.settle();
  const cards = [...page.document.querySelectorAll(card)];
  const right = new Set<Element>();
  const wrong: string[] = [];
  for (const [element, { item }] of page.found()) {
    const around = cards.filter((each) => each.contains(element) || element.contains(each));
    const [only] = around.length === 1 ? around : [];
    const wanted = only && items[cards.indexOf(only)];
    if (only && wanted === item) right.add(only);
    else wrong.push(`${kind}: ${item}, not ${wanted}`);
  }
  page.finder.stop();
  return { kind, right: right.size, all: items.length, wrong };
}

// One shop of forty that is dark as a whole says little: the full tests make up four hundred.
test('of made-up shops 95 of 100 cards are found by names alone, and none is wrong', async () => {
  const judged: Awaited<ReturnType<typeof judge>>[] = [];
  for (const shop of shopsOf(seed, runs(40))) judged.push(await judge(shop));
  const sum = (of: (one: (typeof judged)[number]) => number) => judged.reduce((total, one) => total + of(one), 0);
  const dark = judged
    .filter(({ right, all }) => right < all)
    .map(({ kind, right, all }) => `${right} of ${all}: ${kind}`);
  expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(sum(({ right }) => right) / sum(({ all }) => all), dark.join('\n')).toBeGreaterThanOrEqual(0.95);
});
