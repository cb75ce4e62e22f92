import { expect, test } from 'vitest';
import type { MarketPast } from '#core/prices/item-past.ts';
import { goneText } from '#ui/words/history-words.ts';

const past = (...gone: readonly (number | undefined)[]) => {
  const markets = (['steam', 'buff163', 'csfloat'] as const).map(
    (market, at): MarketPast => ({ market, days: [], recent: [], gone: gone[at] }),
  );
  return { state: 'found', markets, since: null } as const;
};

test('says where a sale leaves most how fast the item goes, else where most go, and nothing that is not known', () => {
  const most = 'BUFF163: listings go, at least some 1,400 a day';
  expect(goneText(past(undefined, 1400, 30), undefined)?.text).toBe(most);
  expect(goneText(past(undefined, 1400, 30), 'csfloat')?.text).toBe('CSFloat: listings go, at least some 30 a day');
  expect(goneText(past(undefined, 1400), 'csfloat')?.text).toBe(most);
  expect([goneText(past(), 'steam'), goneText(undefined, 'steam')]).toEqual([undefined, undefined]);
});
