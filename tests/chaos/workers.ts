import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { heapBytes, noteErrors, shiftClock } from './sessions.ts';

/** Every background worker that lives during a day, one after the other. */
export interface Workers {
  /** Errors of their consoles. */
  readonly problems: string[];
  /** Every address that they asked for. */
  readonly requested: string[];
  /** Shifts the clock of the one that lives, and of those that come. */
  readonly shift: (ms: number) => Promise<void>;
  /** Lets go of the one that lives: nobody can end a worker that is watched. */
  readonly release: () => Promise<void>;
  /** Heap of the one that lives, after a garbage collection; `undefined` when none does. */
  readonly heapBytes: () => Promise<number | undefined>;
}

/** Watches the workers of an extension from now on. */
export async function watchWorkers(browser: Browser, origin: string): Promise<Workers> {
  const problems: string[] = [];
  const requested: string[] = [];
  let shiftMs = 0;
  let living: CDPSession | undefined;
  const watching: Promise<void> = Promise.resolve();
  const isWorker = (target: Target) => target.type() === 'service_worker' && target.url().startsWith(origin);
  // A worker may be gone before it is watched.
  const watch = async (target: Target) => {
    const session = await target.createCDPSession();
    living = session;
    session.on('Network.requestWillBeSent', ({ request }) => requested.push(request.url));
    await session.send('Network.enable');
    await session.send('Runtime.evaluate', { expression: shiftClock(shiftMs) });
    await noteErrors(session, (problem) => problems.push(`the worker: ${problem}`));
  };
  const meet = (target: Target) => void (isWorker(target) && watch(target).catch(() => undefined));
  browser.on('targetcreated', meet);
  await Promise.all(
    browser
      .targets()
      .filter(isWorker)
      .map((target) => watch(target).catch(() => undefined)),
  );
  return {
    problems,
    requested,
    shift: async (ms) => {
      shiftMs = ms;
      await living?.send('Runtime.evaluate', { expression: shiftClock(ms) }).catch(() => undefined);
    },
    release: async () => {
      await watching;
      await living?.detach().catch(() => undefined);
      living = undefined;
    },
    heapBytes: async () => (living ? heapBytes(living).catch(() => undefined) : undefined),
  };
}
