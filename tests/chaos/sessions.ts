import type { CDPSession } from 'puppeteer-core';

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

/** Bytes of the JavaScript heap that are in use after a garbage collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
