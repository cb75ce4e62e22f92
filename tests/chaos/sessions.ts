import type { CDPSession } from 'puppeteer-core';

/**
 * Shifts the clock of one JavaScript world, in ms against the machine's: what stands there as `Date.now` from then on
 * obeys later shifts as well.
 */
export const shiftClock = (shiftMs: number): string => `
  globalThis.clockShift = ${shiftMs};
  globalThis.clockOfOld ??= ((now) => (Date.now = () => now() + globalThis.clockShift, now))(Date.now);
  undefined;`;

/** What a browser says of itself when a request fails; the network is ours to break. */
const failedRequest = /^(Failed to load resource|Access to fetch at|net::)/;

/** Notes every error that nobody caught, and every line that a console shows as an error, of all worlds of a session. */
export async function noteErrors(session: CDPSession, note: (problem: string) => void): Promise<void> {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) =>
    note(`uncaught: ${text} ${exception?.description ?? exception?.value ?? ''}`),
  );
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    const said = args.map(({ value, description }) => value ?? description).join(' ');
    if (type === 'error' || type === 'assert') note(`console: ${said}`);
  });
  session.on('Log.entryAdded', ({ entry: { level, text, source } }) => {
    if (level === 'error' && source !== 'network' && !failedRequest.test(text)) note(`log: ${text}`);
  });
  await session.send('Runtime.enable');
  await session.send('Log.enable');
}

/** Bytes of a session's JavaScript heap that are in use, after a garbage collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
