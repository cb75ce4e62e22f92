import { afterEach, expect, test } from 'vitest';
import type { LearnedCard } from '#protocol/messages.ts';
import { createEnvironment } from '../environment.ts';
import { button, click, close, open, query, text } from '../screen.tsx';

afterEach(close);

async function openOn(answers: Readonly<Record<string, boolean>>, learned: readonly LearnedCard[] = cards) {
  const env = createEnvironment({ learned: answers });
  const counts = { on: true, seen: 40, read: 40, priced: 40, drifted: false, reader: 'names' } as const;
  const nothing = { kinds: [], empty: false, unread: [], unknown: [], tap: null, asOf: null, totals: null, deals: 0 };
  env.page.report = { site: 'csfloat', ...counts, findings: { ...nothing, learned } };
  await open(env);
  return env;
}

const cards: readonly LearnedCard[] = [
  {
    item: 'AK-47 | Redline (Field-Tested)',
    listing: { amount: '31.20', currency: 'EUR' },
    market: 'buff163',
    cents: 3650,
  },
];

test('learned prices are asked about once per site, and the answer can be changed', async () => {
  const env = await openOn({ skinport: false });
  expect(text('.learned')).toBe(
    'Are these the prices on the cards? Skinlens worked out where they stand. After a yes, deals count them too.' +
      'AK-47 | Redline (Field-Tested)€31.20BUFF163 $36.50NoYes',
  );
  await click(button('Yes'));
  expect((await env.deps.loadSettings()).learned).toEqual({ skinport: false, csfloat: true });
  const input = query('.learned input') as HTMLInputElement;
  expect([text('.learned'), input.checked]).toEqual(['Use the prices learned on this site', true]);
  await click(input);
  expect((await env.deps.loadSettings()).learned).toEqual({ skinport: false, csfloat: false });
});

test('after a no, the question is not asked again, and without learned prices it is not asked', async () => {
  await openOn({ csfloat: false }, []);
  expect((query('.learned input') as HTMLInputElement).checked).toBe(false);
  await close();
  await openOn({}, []);
  expect(document.querySelector('.learned')).toBeNull();
});
