import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetry } from '#content/quotes/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers each question as listed; `lost` is never answered. */
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

test('a question that is answered is asked once', async () => {
  const { questions, ask } = answering('first', 'second');
  expect(await withRetry(ask)).toBe('first');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(1);
});

test('one whose answers are lost is asked again every 5 s until one comes, and no more', async () => {
  const { questions, ask } = answering('lost', 'lost', 'lost', 'fourth');
  const said = withRetry(ask);
  await vi.advanceTimersByTimeAsync(4999);
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await said).toBe('fourth');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(4);
});

test('one that nobody answers fails after ten questions, so that it can be asked anew', async () => {
  const { questions, ask } = answering(...Array.from({ length: 20 }, () => 'lost'));
  const said = expect(withRetry(ask)).rejects.toThrow('no answer came');
  await vi.advanceTimersByTimeAsync(50_000);
  await said;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(10);
});

test('a question that fails, fails at once, the second one too', async () => {
  await expect(withRetry(answering(new Error('gone')).ask)).rejects.toThrow('gone');
  const said = expect(withRetry(answering('lost', new Error('gone')).ask)).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(5000);
  await said;
});
