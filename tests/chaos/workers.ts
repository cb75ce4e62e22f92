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
  let living: { readonly target: Target; readonly session: CDPSession } | undefined;
  let watching: Promise<unknown> = Promise.resolve();
  const isWorker = (target: Target) => target.type() === 'service_worker' && target.url().startsWith(origin);
  // A worker may be gone before it is watched.
  const watch = async (target: Target) => {
    const session = await target.createCDPSession();
    living = { target, session };
    session.on('Network.requestWillBeSent', ({ request }) => requested.push(request.url));
    await session.send('Network.enable');
    await session.send('Runtime.evaluate', { expression: shiftClock(shiftMs) });
    await noteErrors(session, (problem) => problems.push(`the worker: ${problem}`));
  };
  const meet = (target: Target) => {
    if (isWorker(target)) watching = watch(target).catch(() => undefined);
  };
  /** Nobody can end a worker that is watched, be it since a moment ago. */
  const leave = async (targets: readonly Target[]) => {
    await watching;
    if (!living || !targets.includes(living.target)) return;
    await living.session.detach().catch(() => undefined);
    living = undefined;
  };
  const end = async (target: Target) => (await target.worker())?.close();
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
      await living?.session.send('Runtime.evaluate', { expression: shiftClock(ms) }).catch(() => undefined);
    },
    kill: async () => {
      const dying = browser.targets().filter(isWorker);
      const isOver = async () => {
        const left = dying.filter((target) => browser.targets().includes(target));
        if (left.length === 0) return true;
        await leave(left);
        for (const target of left) await end(target).catch(() => undefined);
        return undefined;
      };
      await until('the worker to be gone', isOver);
    },
    heapBytes: async () => (living ? heapBytes(living.session).catch(() => undefined) : undefined),
  };
}
