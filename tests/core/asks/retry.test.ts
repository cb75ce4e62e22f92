import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetry } from '#core/asks/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const alive = () => true;

/** Answers each request as listed; `lost` is never answered. */
function answering(...answers: readonly (string | Error)[]) {
  const questions: string[] = [];
  const ask = async (): Promise<string> => {
    const answer = answers[questions.length] ?? 'none';
    questions.push('asked');
    if (answer === 'lost') return new Promise(() => undefined);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { questions, ask };
}

test('ten requests without an answer reject', async () => {
  const { questions, ask } = answering(...Array.from({ length: 20 }, () => 'lost'));
  const said = expect(withRetry(ask, alive)).rejects.toThrow('no answer came');
  await vi.advanceTimersByTimeAsync(50_000);
  await said;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(10);
});

test('a request that fails is sent again half a second later, and then every 5 s', async () => {
  const ended = new Error('the worker ended');
  const { questions, ask } = answering(ended, ended, 'third');
  const said = withRetry(ask, alive);
  await vi.advanceTimersByTimeAsync(499);
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(questions).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await said).toBe('third');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(3);
});

test('ten requests that fail reject with the last failure', async () => {
  const { questions, ask } = answering(...Array.from({ length: 20 }, (_, at) => new Error(`failure ${at + 1}`)));
  const said = expect(withRetry(ask, alive)).rejects.toThrow('failure 10');
  await vi.advanceTimersByTimeAsync(60_000);
  await said;
  expect(questions).toHaveLength(10);
});

test('once the extension is gone a request that fails rejects at once, also the second one', async () => {
  const gone = () => false;
  await expect(withRetry(answering(new Error('gone')).ask, gone)).rejects.toThrow('gone');
  const said = expect(withRetry(answering('lost', new Error('gone')).ask, gone)).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(5000);
  await said;
});
