import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { until } from '#demo/until.ts';
import { heapBytes, noteErrors, shiftClock } from './sessions.ts';

/** Every background worker that lives during a day, one after the other. */
export interface Workers {
  /** Errors of their consoles. */
  readonly problems: string[];
  /** Every address that they asked for. */
  readonly requested: string[];
  /** Shifts the clock of the one that lives, and of those that come. */
  readonly shift: (ms: number) => Promise<void>;
  /** Ends the one that lives, as the browser does after half a minute; another may come at once. */
  readonly kill: () => Promise<void>;
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
    kill: async () => {
      await watching;
      // Nobody can end a worker that is watched.
      await living?.detach().catch(() => undefined);
      living = undefined;
      const dying = browser.targets().filter(isWorker);
      for (const target of dying) await (await target.worker())?.close();
      const isOver = async () => !browser.targets().some((target) => dying.includes(target)) || undefined;
      await until('the worker to be gone', isOver);
    },
    heapBytes: async () => (living ? heapBytes(living).catch(() => undefined) : undefined),
  };
}
