import { afterEach, expect, test } from 'vitest';
import type { Answers } from '#protocol/messages.ts';
import { click, close, query, settle, text } from '../screen.tsx';
import { openList, watched } from './watch-screen.tsx';

afterEach(close);

const relaySwitch = () => query('.watch input[role=switch]') as HTMLInputElement;

test('the switch is off at first, says what it sends, and changes the setting', async () => {
  const env = await openList([watched()]);
  expect(relaySwitch().checked).toBe(false);
  expect(text('#watch-relay-hint')).toContain('Nothing is sent while this is off.');
  expect(text('.relay-alerts details')).toContain('the first five go with their names');
  await click(relaySwitch());
  expect((await env.deps.loadSettings()).watchRelay).toBe(true);
  expect(relaySwitch().checked).toBe(true);
  await click(relaySwitch());
  expect((await env.deps.loadSettings()).watchRelay).toBe(false);
});

test.each<[Answers['watch-relay'], string]>([
  ['off', ''],
  ['pending', 'within a minute'],
  ['taken', 'The relay watches your alerts.'],
  ['no-channel', 'does not know where to send messages'],
  ['older', 'This relay is older'],
  ['refused', 'refuses the alerts'],
  ['failed', 'has not taken the alerts yet'],
  ['undeleted', 'could not be deleted yet'],
])('the outcome %s is said in words', async (outcome, words) => {
  await openList([watched()], ({ worker }) => {
    worker['watch-relay'] = async () => outcome;
  });
  expect(text('.watch [role=status]')).toContain(words);
});

test('the outcome is that of the stored switch: it moves before the browser has stored it', async () => {
  const slow = Promise.withResolvers<void>();
  await openList([watched()], ({ store, worker, deps }) => {
    store.writeDelay = slow.promise;
    worker['watch-relay'] = async () => ((await deps.loadSettings()).watchRelay ? 'taken' : 'off');
  });
  await click(relaySwitch());
  expect([relaySwitch().checked, text('.watch [role=status]')]).toEqual([true, '']);
  slow.resolve();
  await settle();
  expect(text('.watch [role=status]')).toBe('The relay watches your alerts.');
});
