import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestReport } from '#relay/http/handler.ts';
import { createLog } from '#relay/log.ts';
import { sleep } from './world.ts';

/** Megabytes that are in use and not garbage. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_000_000;
}

async function logFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'log');
}

const report: RequestReport = {
  route: '/api/prices',
  status: 304,
  ms: 0.1,
  bytes: 0,
  encoding: undefined,
  cache: undefined,
};
const reports: readonly RequestReport[] = [
  report,
  {
    ...report,
    status: 200,
    bytes: 12,
    encoding: 'br',
    cache: 'Skinlens-Relay; hit; ttl=-1; detail="stale: \\ status 503"',
  },
  { ...report, route: '/a "quoted" route\n' },
  report,
  { ...report, ms: 0.2 },
];

/** Lines without the time of day, which differs. */
const timeless = (text: string): string => text.replaceAll(/"time":"[^"]+Z"/g, '"time"');

test('lines of requests are those that pino writes', async () => {
  const file = await logFile();
  const log = await createLog(file);
  for (const one of reports) log.request(one);
  await log.flush();
  let expected = '';
  const plain = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => (expected += line) });
  for (const one of reports) plain.info({ ...one }, 'request');
  expect(timeless(await readFile(file, 'utf8'))).toBe(timeless(expected));
});

test('a line tells when its own request was answered, though others were alike', async () => {
  const file = await logFile();
  const log = await createLog(file);
  const start = Date.now();
  for (let request = 0; request < 3; request++) {
    log.request(report);
    await sleep(20);
  }
  await log.flush();
  const times = Array.from((await readFile(file, 'utf8')).matchAll(/"time":"([^"]+)"/g), ([, time = '']) =>
    Date.parse(time),
  );
  expect(times.map((time, turn) => time - start >= 20 * turn - 2)).toEqual([true, true, true]);
  expect(new Set(times).size).toBe(3);
});

test('flush waits until the lines are in the file, as often as it is asked', async () => {
  const file = await logFile();
  const log = await createLog(file);
  for (const code of ['one', 'two']) {
    log.problem('a line', code);
    await log.flush();
    expect(await readFile(file, 'utf8')).toContain(`"code":"${code}"`);
  }
});

test.runIf(existsSync('/dev/full'))('a full disk costs lines, not memory', async () => {
  const log = await createLog('/dev/full');
  const before = heldMegabytes();
  for (let batch = 0; batch < 20; batch++) {
    for (let line = 0; line < 200; line++) log.problem('x'.repeat(10_000), String(line));
    await sleep(5);
  }
  expect(heldMegabytes() - before).toBeLessThan(15);
  await log.flush();
  log.problem('after the end', 'none');
  await log.flush();
});
