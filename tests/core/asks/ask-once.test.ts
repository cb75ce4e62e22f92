import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(pausesMs?: readonly number[]) {
  const asked: PromiseWithResolvers<number>[] = [];
  const changes: (number | undefined)[] = [];
  const ask = async () => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  };
  const once: AskOnce<number> = new AskOnce(ask, { pausesMs, onChange: () => changes.push(once.answer) });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const lose = async () => {
    asked.at(-1)?.reject(new Error('lost'));
    await settle();
  };
  const tell = async (answer: number) => {
    asked.at(-1)?.resolve(answer);
    await settle();
  };
  return { once, changes, lose, tell, count: () => asked.length };
}

test('several callers share one question, and its answer is kept', async () => {
  const { once, tell, count } = open();
  expect(once.isIdle).toBe(true);
  const both = Promise.all([once.ask(), once.ask()]);
  expect(once.isIdle).toBe(false);
  await tell(7);
  expect(await both).toEqual([7, 7]);
  expect(await once.ask()).toBe(7);
  expect(count()).toBe(1);
});

test('a lost answer is no answer: without pauses the next caller asks again', async () => {
  const { once, lose, tell, count } = open();
  const first = once.ask();
  await lose();
  expect(await first).toBeUndefined();
  expect(once.isLost).toBe(true);
  await vi.advanceTimersByTimeAsync(900_000);
  expect(count()).toBe(1);
  void once.ask();
  await tell(7);
  expect([once.answer, once.isLost]).toEqual([7, false]);
});

test('it is asked for again after each pause, then by callers alone, and never more often than after the last pause', async () => {
  const { once, lose, count } = open(retryPausesMs);
  void once.ask();
  for (const [at, ms] of retryPausesMs.entries()) {
    await lose();
    await vi.advanceTimersByTimeAsync(ms - 1);
    void once.ask();
    once.need();
    expect(count()).toBe(at + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(count()).toBe(at + 2);
  }
  await lose();
  await vi.advanceTimersByTimeAsync(24_999);
  once.need();
  expect(count()).toBe(4);
  await vi.advanceTimersByTimeAsync(900_000);
  expect(count()).toBe(4);
  once.need();
  expect(count()).toBe(5);
});

test('a new question ends a pause, and keeps what is known until its answer', async () => {
  const { once, changes, lose, tell, count } = open(retryPausesMs);
  void once.ask();
  await tell(7);
  void once.again();
  await lose();
  expect(once.answer).toBe(7);
  void once.again();
  expect(count()).toBe(3);
  await tell(8);
  await vi.advanceTimersByTimeAsync(900_000);
  expect(changes).toEqual([7, 7, 8]);
});

test('a question that is under way when another is due is followed by it, whether its answer comes or not', async () => {
  const { once, lose, tell, count } = open(retryPausesMs);
  void once.ask();
  void once.again();
  expect(count()).toBe(1);
  await tell(7);
  expect(count()).toBe(2);
  void once.again();
  await lose();
  expect(count()).toBe(3);
});

test('an end asks no more and tells nothing', async () => {
  const { once, changes, lose, count } = open(retryPausesMs);
  void once.ask();
  await lose();
  once.stop();
  await vi.advanceTimersByTimeAsync(900_000);
  expect([count(), changes]).toEqual([1, [undefined]]);
  const late = open();
  void late.once.ask();
  late.once.stop();
  await late.tell(7);
  expect(late.changes).toEqual([]);
});
