import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestReport } from '#relay/api/api-context.ts';
import { createBoundedLog, openLog } from '#relay/log.ts';
import { liveMegabytes } from '../live-megabytes.ts';
import { tempFolder } from '../temp-folder.ts';

const report: RequestReport = {
  route: '/a "quoted" route\n',
  status: 200,
  ms: 0.1,
  bytes: 12,
  encoding: 'br',
  cache: 'Skinlens-Relay; hit; ttl=-1; detail="stale: \\ unavailable 503"',
};

test('a request becomes one JSON line with the time of its response', async () => {
  const file = join(await tempFolder(), 'log');
  const log = await openLog(file);
  const start = Date.now();
  log.logger.info(report, 'request');
  const end = Date.now();
  log.logger.info({ ...report, encoding: undefined }, 'request');
  await log.flush();
  const [first = '', second = ''] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const { time, ...line } = JSON.parse(first);
  expect(line).toEqual({ level: 30, ...report, msg: 'request' });
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(Date.parse(time)).toBeGreaterThanOrEqual(start);
  expect(Date.parse(time)).toBeLessThanOrEqual(end);
  expect(JSON.parse(second)).not.toHaveProperty('encoding');
});

test('flush waits until the lines are in the file, every time, and leaves nothing behind', async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => void warnings.push(warning);
  process.on('warning', collect);
  onTestFinished(() => void process.off('warning', collect));
  const file = join(await tempFolder(), 'log');
  const log = await openLog(file);
  // Node warns of the eleventh listener that is left.
  for (let code = 1; code <= 11; code++) {
    log.logger.warn({ code }, 'a line');
    await log.flush();
    expect(await readFile(file, 'utf8')).toContain(`"code":${code},`);
  }
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test.runIf(existsSync('/dev/full'))('a full disk costs lines, not memory', async () => {
  const log = await openLog('/dev/full');
  const before = liveMegabytes();
  for (let batch = 0; batch < 20; batch++) {
    for (let line = 0; line < 200; line++) log.logger.warn({ code: String(line) }, 'x'.repeat(10_000));
    await new Promise(setImmediate);
  }
  expect(liveMegabytes() - before).toBeLessThan(15);
  await log.flush();
  log.logger.warn('after the end');
  await log.flush();
});

test('a log file is renamed when it has grown, and there are two at most', async () => {
  const file = join(await tempFolder(), 'log');
  const log = await openLog(file, 1000);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? Infinity;
  let written = 0;
  const writeMore = async () => {
    log.logger.info(report, 'request');
    await log.flush();
    written += 150;
    expect(sizeOf(file) + sizeOf(`${file}.1`)).toBeLessThan(written - 1000);
  };
  await vi.waitFor(writeMore, { timeout: 60_000, interval: 1 });
});

test('what anybody may ask, and a problem that comes again, are told once a minute by their kinds, and at the end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: unknown[] = [];
  const take = (line: unknown) => void lines.push(line);
  const log = createBoundedLog({ info: take, warn: take });
  const own = { ...report, route: '/api/rates' };
  for (const status of [401, 204, 401, 200, 503]) log.logRequest({ ...own, status });
  for (const status of [200, 503, 200]) log.logRequest({ ...own, route: '/healthz', status });
  for (const code of ['EIO', 'EIO', 'ENOSPC', 'EIO']) log.logProblem('it failed', code);
  const first = [own, { ...own, status: 503 }, { code: 'EIO' }, { code: 'ENOSPC' }];
  expect(lines).toEqual(first);
  vi.advanceTimersByTime(60_000);
  log.logProblem('it failed', 'EIO');
  log.logRequest({ ...report, route: 'other', status: 404 });
  log.tell();
  vi.advanceTimersByTime(60_000);
  const requests = { '/api/rates 401': 2, '/api/rates 204': 1, '/healthz 200': 2, '/healthz 503': 1 };
  expect(lines.slice(first.length)).toEqual([
    { leftOut: { ...requests, 'it failed (EIO)': 2 } },
    { code: 'EIO' },
    { leftOut: { 'other 404': 1 } },
  ]);
});
