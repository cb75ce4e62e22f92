import { expect, test } from 'vitest';
import { createItemSource, type LoadState } from '#explore/data/item-source.ts';
import type { WorkerQuestion } from '#explore/data/worker-messages.ts';

test('a worker that fails is told of to all who wait, and the next question starts another', async () => {
  const asked: WorkerQuestion[][] = [];
  const failures: ((event: { readonly message?: string }) => void)[] = [];
  const source = createItemSource(() => {
    const questions: WorkerQuestion[] = [];
    asked.push(questions);
    return {
      postMessage: (question) => void questions.push(question),
      addEventListener: (kind: 'message' | 'error', listener: (typeof failures)[number] | ((event: never) => void)) => {
        if (kind === 'error') failures.push(listener as (typeof failures)[number]);
      },
    };
  });
  const states: LoadState[] = [];
  source.load({ markets: [], coinUsd: null }, (state) => void states.push(state));
  const index = source.index([]);
  failures[0]?.({ message: 'out of memory' });
  await expect(index).rejects.toThrow('out of memory');
  expect(states).toMatchObject([{ isComplete: true, problem: 'out of memory' }]);
  source.load({ markets: [], coinUsd: null }, () => undefined);
  expect(asked.map((questions) => questions.map(({ ask }) => ask))).toEqual([['load', 'index'], ['load']]);
});
