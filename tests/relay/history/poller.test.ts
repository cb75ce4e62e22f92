import { expect, test } from 'vitest';
import { createPoller } from '#relay/history/poller.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';

const now = 1_800_000_000_000;
const result = { data: { confirmedAt: now, snapshot: { bytes: new TextEncoder().encode('{}') } } } as FeedResult;
const feeds = { priceFeed: () => ({ read: () => result }) } as unknown as Feeds;

test('a look that cannot be written is reported, the other markets are recorded, and it is tried again', async () => {
  const recorded: string[] = [];
  const problems: string[] = [];
  let isFull = true;
  const poll = createPoller({
    feeds: () => feeds,
    markets: () => ['buff163', 'steam'],
    now: () => now,
    reportProblem: (problem, code) => void problems.push(`${problem}: ${code}`),
    record: async ({ markets }) => {
      if (isFull && markets.includes('buff163')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      recorded.push(...markets);
    },
  });
  expect(await poll()).toBe(true);
  expect(problems).toEqual(['the history could not be written: ENOSPC']);
  isFull = false;
  expect(await poll()).toBe(true);
  expect(recorded).toEqual(['steam', 'buff163']);
  expect(problems).toHaveLength(1);
});
