/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { runSteps, type Step, selectSteps } from './steps.ts';

/** Steps that end when the test says so, and which of them have started. */
function controlled() {
  const started: string[] = [];
  const aborted: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const step = (id: string, needs: readonly string[] = [], more: Partial<Step> = {}): Step => ({
    id,
    title: `the step ${id}`,
    needs,
    cores: 1,
    run: (signal) => {
      const settled = Promise.withResolvers<void>();
      ends.set(id, settled);
      started.push(id);
      signal.addEventListener('abort', () => {
        if (ends.has(id)) aborted.push(id);
        settled.reject(signal.reason);
      });
      return settled.promise;
    },
    ...more,
  });
  const end = async (id: string, how: (end: PromiseWithResolvers<void> | undefined) => void) => {
    how(ends.get(id));
    ends.delete(id);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    started,
    aborted,
    step,
    pass: (id: string) => end(id, (one) => one?.resolve()),
    fail: (id: string) => end(id, (one) => one?.reject(new Error(`${id} printed this`))),
  };
}

const lines: string[] = [];
const say = (line: string): void => void lines.push(line.replace(/\d+\.\d/, 'n'));

describe('the steps of npm test', { tags: ['full'] }, () => {
  test('start side by side on free cores, each after what it needs', async () => {
    const { started, step, pass } = controlled();
    const run = runSteps([step('a'), step('b', ['a']), step('c'), step('d')], { cores: 2, say });
    expect(started).toEqual(['a', 'c']);
    await pass('c');
    expect(started).toEqual(['a', 'c', 'd']);
    await pass('a');
    expect(started).toEqual(['a', 'c', 'd', 'b']);
    await pass('b');
    await pass('d');
    expect(await run).toEqual({ passed: 4, failures: [], notes: [] });
  });

  test('do not overtake one that waits for cores, except those that need none', async () => {
    const { started, step, pass } = controlled();
    const wide = { cores: 8 };
    const run = runSteps([step('a'), step('wide', [], wide), step('b'), step('idle', [], { cores: 0 })], {
      cores: 2,
      say,
    });
    expect(started).toEqual(['a', 'idle']);
    await pass('a');
    expect(started).toEqual(['a', 'idle', 'wide']);
    for (const id of ['idle', 'wide']) await pass(id);
    await pass('b');
    expect((await run).passed).toBe(4);
  });

  test('with the same lock never run at the same time', async () => {
    const { started, step, pass } = controlled();
    const locks = ['a port'];
    const run = runSteps([step('a', [], { locks }), step('b', [], { locks }), step('c')], { cores: 2, say });
    expect(started).toEqual(['a', 'c']);
    for (const id of ['c', 'a', 'b']) await pass(id);
    expect((await run).passed).toBe(3);
  });

  test('finish after a failure, and no other starts', async () => {
    lines.length = 0;
    const { started, aborted, step, pass, fail } = controlled();
    const run = runSteps([step('a'), step('b'), step('c'), step('d')], { cores: 2, say });
    await pass('a');
    await fail('b');
    await fail('c');
    expect(await run).toEqual({ passed: 1, failures: ['b printed this', 'c printed this'], notes: [] });
    expect(started).toEqual(['a', 'b', 'c']);
    expect(aborted).toEqual([]);
    expect(lines).toEqual(['the step a … ok (n s)', 'the step b … FAILED (n s)', 'the step c … FAILED (n s)']);
  });

  test('go on after a failure with what does not need it, where the run goes on', async () => {
    const { started, step, pass, fail } = controlled();
    const run = runSteps([step('a'), step('b', ['a']), step('c')], { cores: 1, say, goOn: true });
    await fail('a');
    expect(started).toEqual(['a', 'c']);
    await pass('c');
    expect(await run).toEqual({ passed: 1, failures: ['a printed this'], notes: [] });
  });

  test('fail together when they are interrupted', async () => {
    const { aborted, step } = controlled();
    const interrupt = new AbortController();
    const run = runSteps([step('a')], { cores: 2, say, signal: interrupt.signal });
    interrupt.abort();
    expect(await run).toEqual({ passed: 0, failures: ['interrupted'], notes: [] });
    expect(aborted).toEqual(['a']);
  });

  test('are selected by their ids, with all that they need', () => {
    const { step } = controlled();
    const steps = [step('a'), step('b', ['a']), step('c'), step('d', ['b'])];
    expect(selectSteps(steps, ['d', 'a']).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    expect(() => selectSteps(steps, ['z'])).toThrow('there is no step z');
  });
});
