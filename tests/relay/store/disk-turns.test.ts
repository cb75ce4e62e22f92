import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskTurns } from '#relay/store/disk-turns.ts';

test('work that hangs holds its callers for the limit, and nothing else begins before it ends', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onDisk = createDiskTurns(3000);
  const hanging = Promise.withResolvers<string>();
  const next = vi.fn(async () => 'next');
  const failures = Promise.allSettled([onDisk(() => hanging.promise), onDisk(next)]);
  await vi.advanceTimersByTimeAsync(3000);
  expect((await failures).map((failure) => failure.status === 'rejected' && failure.reason.code)).toEqual([
    'disk-stalled',
    'disk-stalled',
  ]);
  expect(next).not.toHaveBeenCalled();
  hanging.resolve('over');
  expect(await onDisk(async () => 'last')).toBe('last');
  expect(next).toHaveBeenCalledOnce();
});
