import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that runs by itself: a relay, a worker, a person. What was begun by one that has ended never comes back. */
export interface Actor {
  readonly name: string;
  isAlive: boolean;
  /** Who wants to know when it ends. */
  readonly waiting: Set<(error: Error) => void>;
}

export const createActor = (name: string): Actor => ({ name, isAlive: true, waiting: new Set() });

export function end(actor: Actor | undefined): void {
  if (!actor?.isAlive) return;
  actor.isAlive = false;
  for (const tell of actor.waiting) tell(new TypeError(`${actor.name} ended`));
  actor.waiting.clear();
}

/** Waits for what an actor does, no longer than it lives. */
export async function whileAlive<T>(actor: Actor, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  actor.waiting.add(reject);
  return Promise.race([work, promise]).finally(() => actor.waiting.delete(reject));
}

interface Timer {
  at: number;
  /** Of two timers of the same time the earlier one runs first. */
  readonly order: number;
  readonly actor: Actor;
  readonly run: () => void;
  readonly everyMs?: number | undefined;
}

/** The real ones, whatever the world puts in their place. */
const realImmediate = globalThis.setImmediate;

/** Turns of the event loop that work between two timers may take. */
const maxTurns = 1_000_000;

export type Clock = ReturnType<typeof createClock>;

/** Time that is counted: it moves on to the next timer when nobody has anything to do any more. */
export function createClock(startsAt: number) {
  const context = new AsyncLocalStorage<Actor>();
  const nobody = createActor('nobody');
  const timers = new Map<number, Timer>();
  let [now, orders, working] = [startsAt, 0, 0];
  const actor = (): Actor => context.getStore() ?? nobody;
  const add = (run: () => void, ms: number, everyMs?: number): number => {
    const order = ++orders;
    timers.set(order, { at: now + Math.max(0, ms), order, actor: actor(), run, everyMs });
    return order;
  };
  const next = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers.values()) {
      if (!timer.actor.isAlive) timers.delete(timer.order);
      else if (timer.at <= until && (!first || timer.at < first.at)) first = timer;
    }
    return first;
  };
  const settle = async (): Promise<void> => {
    let turns = 0;
    do await new Promise((resolve) => realImmediate(resolve));
    while (working > 0 && ++turns < maxTurns);
    if (turns >= maxTurns) throw new Error(`${working} works do not end`);
  };
  /** Counts work that no timer of the world ends, such as a turn of the event loop. */
  const work = <T>(run: (done: () => void) => T): T => {
    working++;
    return run(() => void working--);
  };
  return {
    actor,
    as: <T>(who: Actor, run: () => T): T => context.run(who, run),
    now: () => now,
    add,
    remove: (order: number) => timers.delete(order),
    work,
    settle,
    timers: () => timers.size,
    sleep: (ms: number) => new Promise<void>((resolve) => void add(resolve, ms)),
    /** Lives until a time, or until somebody says stop. */
    async live(until: number, isOver: () => boolean): Promise<void> {
      await settle();
      for (let timer = next(until); timer && !isOver(); timer = next(until)) {
        now = timer.at;
        if (timer.everyMs === undefined) timers.delete(timer.order);
        else timer.at += Math.max(1, timer.everyMs);
        context.run(timer.actor, timer.run);
        await settle();
      }
      now = Math.max(now, until);
    },
  };
}
