import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { openSharedStore, type SharedStoreDeps } from '#relay/store/shared-store.ts';

test('bodies of the store are unpacked one at a time, whatever somebody has put there for all feeds', async () => {
  let [now, most] = [0, 0];
  const client = {
    strLen: async () => 1,
    async get() {
      most = Math.max(most, ++now);
      await setImmediate();
      now--;
      return null;
    },
  };
  const connection = { run: (work: (of: typeof client) => unknown) => work(client) };
  const deps = { connection, limits: defaultLimits, reportProblem: () => undefined } as unknown as SharedStoreDeps;
  const { loadBody } = openSharedStore(deps, { url: 'https://price.example', key: 'sk_live_never-to-be-seen' });
  await Promise.all(['a', 'b', 'c'].map((source) => loadBody(source, '')));
  expect(most).toBe(1);
});
