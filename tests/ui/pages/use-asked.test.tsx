import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Asked, useAsked } from '#ui/pages/use-asked.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Draws what is known of an answer; a push asks again. */
async function ask(question: (() => Promise<string>) | undefined) {
  const place = document.createElement('div');
  const pushed = new Set<() => void>();
  const onPush = (listener: () => void, signal: AbortSignal) => {
    pushed.add(listener);
    signal.addEventListener('abort', () => pushed.delete(listener));
  };
  let asking: ReturnType<typeof useAsked<string>> | undefined;
  const words = (asked: Asked<string>) => ('answer' in asked ? asked.answer : asked.state);
  let shown = question;
  function View() {
    asking = useAsked(shown, onPush);
    return <p>{words(asking.asked)}</p>;
  }
  await act(() => render(<View />, place));
  const after = async (change: () => unknown) => {
    await act(async () => void (await change()));
    return place.textContent;
  };
  return {
    after,
    pass: (ms: number) => after(() => vi.advanceTimersByTimeAsync(ms)),
    push: () => after(() => pushed.forEach((listener) => void listener())),
    tell: (answer: string) => after(() => asking?.tell(answer)),
    last: () => asking?.last,
    change: (next: typeof question) =>
      after(() => {
        shown = next;
        render(<View />, place);
      }),
    close: () => after(() => render(null, place)),
    pushed,
  };
}

test('an answer is under way, failed or told; it is asked for again after a failure and at a push', async () => {
  const question = vi.fn<() => Promise<string>>();
  question.mockReturnValueOnce(new Promise((_, reject) => setTimeout(() => reject(new Error('gone')), 100)));
  question.mockResolvedValueOnce('first').mockRejectedValueOnce(new Error('gone')).mockResolvedValue('second');
  const view = await ask(question);
  expect(await view.pass(99)).toBe('under way');
  expect(await view.pass(1)).toBe('failed');
  expect(await view.pass(1000)).toBe('first');
  // What is known stays.
  expect(await view.push()).toBe('first');
  expect(await view.pass(1000)).toBe('second');
  expect(await view.tell('third')).toBe('third');
});

test('the answer to another question is none', async () => {
  const view = await ask(async () => 'of one');
  expect(await view.change(() => new Promise((resolve) => setTimeout(() => resolve('of another'), 100)))).toBe(
    'under way',
  );
  expect(view.last()).toBe('of one');
  expect(await view.pass(100)).toBe('of another');
});

test('an answer that was asked for before a change is dropped, and one that was pushed since is asked for', async () => {
  let stored = 'before';
  const view = await ask(() => new Promise((resolve) => setTimeout(resolve, 100, stored)));
  expect(await view.tell('after')).toBe('after');
  expect(await view.pass(100)).toBe('after');
  await view.push();
  await view.pass(50);
  stored = 'of another page';
  await view.push();
  expect(await view.pass(50)).toBe('before');
  expect(await view.pass(100)).toBe('of another page');
});

test('nothing is asked without a question', async () => {
  const view = await ask(undefined);
  expect(await view.pass(60_000)).toBe('under way');
});

test('nothing is asked, and no answer drawn, once the view is closed', async () => {
  const question = vi.fn(async () => 'told');
  const view = await ask(question);
  expect(await view.close()).toBe('');
  expect(view.pushed.size).toBe(0);
  expect(question).toHaveBeenCalledOnce();
});
