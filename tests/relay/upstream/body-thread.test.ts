import { expect, test } from 'vitest';
import { createThreadedBodyProcessor } from '#relay/upstream/body-thread.ts';

const large = new TextEncoder().encode(JSON.stringify({ a: { filler: 'x'.repeat(600_000) } }));

test('close lets the running thread finish and starts no other', async () => {
  const processor = createThreadedBodyProcessor();
  const running = processor.inspect(large, 'partner');
  await Promise.resolve();
  const waiting = expect(processor.inspect(large, 'partner')).rejects.toThrow('closing');
  const closed = processor.close();
  await expect(processor.inspect(large, 'partner')).rejects.toThrow('closing');
  expect(await running).toMatchObject({ itemCount: 1 });
  await waiting;
  await closed;
});
