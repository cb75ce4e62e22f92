import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { until } from '#demo/until.ts';

/** A script that shifts `Date.now` of one JavaScript world, ms against the machine's. A later shift replaces this one. */
export const shiftClock = (shiftMs: number): string => `
  globalThis.clockShift = ${shiftMs};
  globalThis.realNow ??= ((now) => (Date.now = () => now() + globalThis.clockShift, now))(Date.now);
  undefined;`;

/** Chromium's own messages about failed requests, which the faulty network causes. */
const failedRequest = /^(Failed to load resource|Access to fetch at|net::)/;

/** Reports uncaught errors and error lines of the console, of all worlds of a session. */
export async function reportErrors(session: CDPSession, report: (problem: string) => void): Promise<void> {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) =>
    report(`uncaught: ${text} ${exception?.description ?? exception?.value ?? ''}`),
  );
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    const text = args.map(({ value, description }) => value ?? description).join(' ');
    if (type === 'error' || type === 'assert') report(`console: ${text}`);
  });
  session.on('Log.entryAdded', ({ entry: { level, text, source } }) => {
    if (level === 'error' && source !== 'network' && !failedRequest.test(text)) report(`log: ${text}`);
  });
  await session.send('Runtime.enable');
  await session.send('Log.enable');
}

export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

export interface Workers {
  readonly problems: string[];
  readonly requested: string[];
  /** Shifts the clock of the present worker and of future ones, ms. */
  readonly shiftClock: (ms: number) => Promise<void>;
  /** Ends the worker as the browser does after 30 s of inactivity. A new one may start at once. */
  readonly kill: () => Promise<void>;
  /** Bytes of the worker's heap after a garbage collection; `undefined` without a worker. */
  readonly heapBytes: () => Promise<number | undefined>;
}

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
