import fc from 'fast-check';
import { maxRetryMs, nextCheckAt } from '#data/refresh/schedule.ts';
import { parseRetryAfter } from '#protocol/retry-after.ts';
import { createKeyLimits } from '#relay/feeds/key-limits.ts';
import { defaultLimits } from '#relay/limits.ts';
import { type Claim, claim } from '../claim.ts';
import { readRetryAfter, waitOf } from '../reference/headers.ts';
import { holds, same } from '../same.ts';

const now = Date.UTC(2026, 10, 20, 10);
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The three forms of an HTTP date (RFC 9110, 5.6.7), and what is nearly one. */
const writers: readonly ((date: Date) => string)[] = [
  (date) => date.toUTCString(),
  (date) => date.toUTCString().replace(/^\w+, (\d\d) (\w+) \d\d(\d\d)/, `${days[date.getUTCDay()]}, $1-$2-$3`),
  (date) =>
    date
      .toUTCString()
      .replace(
        /^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT/,
        (_, day, of, month, year, time) => `${day} ${month} ${of.padStart(2)} ${time} ${year}`,
      ),
  (date) => date.toISOString(),
  (date) => date.toUTCString().replace('GMT', '+0100'),
  (date) => date.toString(),
  (date) => String(date.getTime()),
];
const dates = fc
  .tuple(fc.integer({ min: -9e8, max: 9e8 }), fc.constantFrom(...writers))
  .map(([seconds, write]) => write(new Date(now + seconds * 1000)));
const parts = [
  '0',
  '5',
  '60',
  '120',
  '3600',
  '9'.repeat(20),
  '9'.repeat(330),
  '.5',
  '-',
  '+',
  'e',
  '3',
  '0x',
  ' ',
  ',',
  ':',
  's',
  ' seconds',
  'in ',
  'retry ',
  'soon',
  'max-age=',
  'Jan',
  ' May 1',
  'GMT',
  'Z',
  'PM',
  'Infinity',
  'NaN',
  '٣',
];
const garbage = fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((pieces) => pieces.join(''));
const edited = fc
  .tuple(dates, fc.nat(30), fc.nat(2), fc.constantFrom('', '0', '9', '-', 'x', ' ', ','))
  .map(([date, at, cut, sign]) => date.slice(0, at) + sign + date.slice(at + cut));
const headers = fc.oneof(dates, garbage, edited, fc.nat().map(String), fc.string({ unit: 'binary', maxLength: 12 }));

/** Also accepts a minus and a fraction, which RFC 9110 does not have and the price API does not exclude. */
const isSeconds = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text);

export const claims = (): readonly Claim[] => [
  claim(
    'the wait follows RFC 9110; any other text gives none',
    fc.property(headers, (header) => {
      const waits = parseRetryAfter(header, now);
      const expected = isSeconds(header) ? waitOf(Number(header), now) : readRetryAfter(header, now);
      const longest = Number.MAX_SAFE_INTEGER;
      if (expected !== 'impossible')
        same(waits, expected === undefined ? undefined : Math.min(expected, longest), header);
      holds(waits === undefined || waits >= 0, header);
    }),
    6000,
  ),
  claim(
    'a pause of the key is bounded and never negative',
    fc.property(headers, (header) => {
      const keyLimits = createKeyLimits(defaultLimits);
      const retryAfterMs = parseRetryAfter(header, now);
      keyLimits.recordOutcome(
        { kind: 'failed', reason: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) },
        now,
      );
      const paused = keyLimits.pauseRemainingMs(now);
      // Times of the clock are exact to a quarter of a microsecond.
      holds(Math.abs(paused - Math.min(retryAfterMs ?? 60_000, defaultLimits.maxRetryAfterMs)) < 0.001, [
        header,
        paused,
      ]);
      holds(keyLimits.acquire(now + defaultLimits.maxRetryAfterMs, 'extension') === undefined, header);
    }),
  ),
  claim(
    'the worker looks again after an hour at most, whatever the relay asked for',
    fc.property(
      headers,
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (header, failures, jitter) => {
        const retryAfterMs = parseRetryAfter(header, now);
        const retryAt = retryAfterMs === undefined ? undefined : now + retryAfterMs;
        const next = nextCheckAt({ now, lastCheckAt: now, asOf: undefined, failures, retryAt, jitter });
        holds(next >= now + 60_000 && next <= now + maxRetryMs + 10_000, [header, next]);
        holds(next >= now + Math.min(retryAfterMs ?? 0, maxRetryMs), [header, next]);
      },
    ),
  ),
];
