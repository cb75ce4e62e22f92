import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { until } from '#demo/until.ts';
import { heapBytes, reportErrors, shiftClock } from './sessions.ts';

/** The background workers of a run, one after the other. */
export interface Workers {
  readonly problems: string[];
  /** Every URL that the workers requested. */
  readonly requested: string[];
  /** Shifts the clock of the present worker and of future ones, ms. */
  readonly shiftClock: (ms: number) => Promise<void>;
  /** Ends the worker as the browser does after 30 s of inactivity. A new one may start at once. */
  readonly kill: () => Promise<void>;
  /** Bytes of the worker's heap after a garbage collection; `undefined` without a worker. */
  readonly heapBytes: () => Promise<number | undefined>;
}

/** Attaches to every worker of the extension. */
export async function attachToWorkers(browser: Browser, origin: string): Promise<Workers> {
  const problems: string[] = [];
  const requested: string[] = [];
  let shiftMs = 0;
  let attached: { readonly target: Target; readonly session: CDPSession } | undefined;
  let attaching: Promise<unknown> = Promise.resolve();
  const isWorker = (target: Target) => target.type() === 'service_worker' && target.url().startsWith(origin);
  const attach = async (target: Target) => {
    const session = await target.createCDPSession();
    attached = { target, session };
    session.on('Network.requestWillBeSent', ({ request }) => requested.push(request.url));
    await session.send('Network.enable');
    await session.send('Runtime.evaluate', { expression: shiftClock(shiftMs) });
    await reportErrors(session, (problem) => problems.push(`the worker: ${problem}`));
  };
  const attachTo = (target: Target) => {
    if (isWorker(target)) attaching = attach(target).catch(() => undefined);
  };
  /** Chromium does not end a worker with an attached session. */
  const detachFrom = async (targets: readonly Target[]) => {
    await attaching;
    if (!attached || !targets.includes(attached.target)) return;
    await attached.session.detach().catch(() => undefined);
    attached = undefined;
  };
  const end = async (target: Target) => (await target.worker())?.close();
  browser.on('targetcreated', attachTo);
  await Promise.all(
    browser
      .targets()
      .filter(isWorker)
      .map((target) => attach(target).catch(() => undefined)),
  );
  return {
    problems,
    requested,
    shiftClock: async (ms) => {
      shiftMs = ms;
      await attached?.session.send('Runtime.evaluate', { expression: shiftClock(ms) }).catch(() => undefined);
    },
    kill: async () => {
      const targets = browser.targets().filter(isWorker);
      const areGone = async () => {
        const left = targets.filter((target) => browser.targets().includes(target));
        if (left.length === 0) return true;
        await detachFrom(left);
        for (const target of left) await end(target).catch(() => undefined);
        return undefined;
      };
      await until('the worker to be gone', areGone);
    },
    heapBytes: async () => (attached ? heapBytes(attached.session).catch(() => undefined) : undefined),
  };
}
