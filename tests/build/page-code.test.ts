import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageCode } from './page-code.ts';

/** Bytes, the same on every machine. A budget is raised by a decision and not by a commit; the aims are 80 and 105 kB. */
const budgets = { cards: 90_200, redesigned: 134_100 };

test.each(['chrome-mv3', 'firefox-mv3'])('%s: a page loads no more code than its budget', (build) => {
  const { cards, redesigned } = pageCode(fileURLToPath(new URL(`../../.output/${build}`, import.meta.url)));
  expect(cards).toBeLessThanOrEqual(budgets.cards);
  expect(redesigned).toBeLessThanOrEqual(budgets.redesigned);
});
