import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import type { SharedStore } from '#relay/storage/shared-store.ts';
import { createKeyLimits } from '#relay/upstream/key-limits.ts';
import { emptySharedState, type SharedState } from '#relay/upstream/shared-state.ts';
import { createSharedUpstream } from '#relay/upstream/shared-upstream.ts';
import { runs } from '../../seed.ts';

/** Requests a minute that a key may make (src/protocol/price-api.md, "Limits"). */
const keyPerMinute = 60;
const minute = 60_000;
const pollMs = 60_000;

/** A store in memory, with a clock of its own, that each relay may lose. */
function createSimulatedStore(clock: { readonly ms: number }) {
  let state: SharedState = emptySharedState;
  let seen = new Map<string, number>();
  const lost = new Set<string>();
  let isDown = false;
  const open = (relayId: string): SharedStore => {
    const check = () => {
      if (isDown || lost.has(relayId)) throw new Error('away');
    };
    return {
      relayId,
      async update(change) {
        check();
        const changed = change(state, clock.ms);
        if (changed.state) state = changed.state;
        return changed.result;
      },
      async meet() {
        check();
        seen.set(relayId, clock.ms);
        return [...seen].flatMap(([id, at]) => (clock.ms - at <= 3 * defaultLimits.meetEveryMs ? [id] : [])).sort();
      },
      leave: async () => void seen.delete(relayId),
      loadBody: async () => undefined,
      saveBody: async () => check(),
      keepBody: async () => true,
      dropBody: async () => check(),
    };
  };
  return {
    open,
    cut: (id: string) => void lost.add(id),
    heal: (id: string) => void lost.delete(id),
    kill: () => {
      isDown = true;
    },
    startEmpty: () => {
      [isDown, state, seen] = [false, emptySharedState, new Map()];
    },
  };
}

type Store = ReturnType<typeof createSimulatedStore>;

interface Made {
  readonly at: number;
  readonly source: string;
}

/** Relays that ask for all feeds in every second, as far as they are allowed to. Upstream answers at once. */
function createSimulation(count: number, feedCount: number) {
  const clock = { ms: 0 };
  const store = createSimulatedStore(clock);
  const made: Made[] = [];
  const ids = Array.from({ length: count }, (_, at) => `relay-${at}`);
  const relays = ids.map((id) => {
    const now = () => clock.ms;
    const hashClient = (client: string) => client;
    const common = { limits: defaultLimits, now, monotonicMs: now, hashClient, signal: undefined };
    const keyLimits = createKeyLimits(defaultLimits);
    const upstream = createSharedUpstream({ ...common, store: store.open(id), keyLimits, reportProblem: () => {} });
    const feeds = Array.from({ length: feedCount }, (_, at) => {
      const options = { source: `feed-${at}`, budget: 'extension', pollMs, retryMs: pollMs } as const;
      return { source: options.source, feed: upstream.feed(options) };
    });
    return { upstream, feeds };
  });
  const askAll = async () => {
    for (const { feeds } of relays) {
      for (const { source, feed } of feeds) {
        const turn = await feed.begin(undefined);
        if (!turn.isGranted) continue;
        made.push({ at: clock.ms, source });
        const record = { failures: 0, shrunken: 0, failure: undefined };
        await feed.end(turn, { outcome: { kind: 'unchanged' }, record, pauseMs: pollMs, data: undefined });
      }
    }
  };
  const run = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.ms += 1000;
      if (clock.ms % defaultLimits.meetEveryMs === 0) for (const { upstream } of relays) await upstream.meet();
      await askAll();
    }
  };
  return { store, ids, relays, made, run, clock };
}

/** Most requests in any span of a minute. */
function busiestMinute(made: readonly Made[]): number {
  const times = made.map(({ at }) => at);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + minute).length));
}

type Event = (store: Store, ids: readonly string[]) => void;

const anyEvent: fc.Arbitrary<{ readonly name: string; readonly apply: Event }> = fc.oneof(
  fc.nat(4).map((at) => ({
    name: `cut ${at}`,
    apply: (store: Store, ids: readonly string[]) => store.cut(ids[at % ids.length] ?? ''),
  })),
  fc.nat(4).map((at) => ({
    name: `heal ${at}`,
    apply: (store: Store, ids: readonly string[]) => store.heal(ids[at % ids.length] ?? ''),
  })),
  fc.constant({ name: 'kill', apply: (store: Store) => store.kill() }),
  fc.constant({ name: 'start empty', apply: (store: Store) => store.startEmpty() }),
);

test('the key is used within its limit and no feed is asked for twice as often, whichever relays lose the store, and whenever it forgets', async () => {
  const story = fc.array(fc.record({ event: anyEvent, seconds: fc.integer({ min: 1, max: 150 }) }), { maxLength: 8 });
  const relayCount = fc.integer({ min: 1, max: 5 });
  await fc.assert(
    fc.asyncProperty(relayCount, fc.constantFrom(1, 100), story, async (count, feedCount, steps) => {
      const { store, ids, made, run, clock } = createSimulation(count, feedCount);
      await run(70);
      for (const { event, seconds } of steps) {
        event.apply(store, ids);
        await run(seconds);
      }
      await run(70);
      expect(busiestMinute(made)).toBeLessThanOrEqual(keyPerMinute);
      const bySource = Map.groupBy(made, ({ source }) => source);
      const most = Math.max(...[...bySource.values()].map(({ length }) => length));
      expect(most).toBeLessThan((2 * clock.ms) / pollMs + 1);
    }),
    { numRuns: runs(40) },
  );
}, 60_000);

test('another relay asks within a poll period after the death of the one that has the turn', async () => {
  const { store, ids, relays, made, run, clock } = createSimulation(3, 1);
  await run(10);
  // The first relay takes its next turn and never ends it.
  clock.ms += pollMs;
  expect((await relays[0]?.feeds[0]?.feed.begin(undefined))?.isGranted).toBe(true);
  const diedAt = clock.ms;
  store.cut(ids[0] ?? '');
  const before = made.length;
  await run(pollMs / 1000);
  expect(made.slice(before).map(({ at }) => at - diedAt)).toEqual([pollMs]);
});
