import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { keepMs, openSharedStore, type SharedStoreDeps } from '#relay/store/shared-store.ts';

function open(client: object, limits = defaultLimits) {
  const connection = { run: (work: (of: object) => unknown) => work(client) };
  const deps = { connection, limits, reportProblem: () => undefined } as unknown as SharedStoreDeps;
  return openSharedStore(deps, { url: 'https://price.example', key: 'sk_live_never-to-be-seen' });
}

test('bodies of the store are unpacked one at a time, whatever somebody has put there for all feeds', async () => {
  let [now, most] = [0, 0];
  const { loadBody } = open({
    async getRange() {
      most = Math.max(most, ++now);
      await setImmediate();
      now--;
    },
  });
  await Promise.all(['a', 'b', 'c'].map((source) => loadBody(source, '')));
  expect(most).toBe(1);
});

test('of people’s own queries the store keeps so many bytes, the newest', async () => {
  const gone: string[] = [];
  const client = { eval: async () => undefined, del: async (name: string) => gone.push(name.slice(-6)) };
  const { end } = open(client, { ...defaultLimits, maxSnapshotBytes: 2500 });
  for (const [source, keptMs] of Object.entries({ x: keepMs, a: 1, b: 1, c: 1, y: keepMs })) {
    const of = { bytes: new Uint8Array(1000), keepMs: keptMs, pauseMs: 0, effect: undefined };
    await end({ id: '', source, ms: 0, longestMs: 0, limits: [] }, { ...of, record: { failures: 0, fewerItems: 0 } });
  }
  expect(gone).toEqual(['body:a']);
});
