import fc from 'fast-check';
import { maxRetryMs, nextCheckAt } from '#data/refresh/schedule.ts';
import { matchesEtag } from '#protocol/etag.ts';
import { parseRetryAfter } from '#protocol/retry-after.ts';
import { negotiateEncoding } from '#relay/api/response.ts';
import { encodings } from '#relay/feeds/compressor.ts';
import { createKeyLimits } from '#relay/feeds/key-limits.ts';
import { defaultLimits } from '#relay/limits.ts';
import { type Claim, claim } from '../claim.ts';
import { holds, same } from '../same.ts';

const now = Date.UTC(2026, 10, 20, 10);
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The three forms of an HTTP date (RFC 9110, 5.6.7). */
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
];
/** Within a year: of a year with two digits the century is a guess. */
const seconds = fc.integer({ min: -3e7, max: 3e7 });
const dateOf = (after: number, write: (date: Date) => string): string => write(new Date(now + after * 1000));
const pieces = [
  '0',
  '5',
  '60',
  '9'.repeat(330),
  '.5',
  '-',
  '0x',
  ' ',
  ',',
  's',
  'in ',
  'retry ',
  'max-age=',
  'GMT',
  '٣',
];
const waits = fc.oneof(
  fc.tuple(seconds, fc.constantFrom(...writers)).map(([after, write]) => dateOf(after, write)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.nat().map(String),
);

const held = '"abc-1+/2"';
const tags = [held, `W/${held}`, '"abc"', 'W/"abc"', '""', '"a,b"', `"x,W/${held.slice(1, -1)}"`, '"ABC-1+/2"'];
const names = ['br', 'zstd', 'gzip', 'x-gzip', 'identity', '*', 'dcz', 'br.foo', 'x-br', '"br"', 'deflate', ''];
const weights = ['', '', ';q=0', ';q=1', ' ; Q=0.5', ';q=1.001', ';q', ';level=4', ' q=0'];
const accepted = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...weights)), { maxLength: 6 })
  .map((parts) => parts.map((part) => part.join('')).join(','));

/** Whether a header names a coding as a whole word. */
const isNamed = (header: string, coding: string): boolean =>
  header
    .toLowerCase()
    .split(/[,;\s]/)
    .some((word) => [coding, `x-${coding}`, '*'].includes(word));

export const claims = (): readonly Claim[] => [
  claim(
    'a pause is read from each form of a date, and from seconds',
    fc.property(seconds, fc.constantFrom(...writers), (after, write) => {
      same(parseRetryAfter(dateOf(after, write), now), Math.max(0, after * 1000), dateOf(after, write));
      same(parseRetryAfter(String(Math.abs(after)), now), Math.abs(after) * 1000, after);
    }),
  ),
  claim(
    'a pause of the key is bounded and never negative',
    fc.property(waits, (header) => {
      const keyLimits = createKeyLimits(defaultLimits);
      const retryAfterMs = parseRetryAfter(header, now);
      keyLimits.recordOutcome(
        { kind: 'failed', reason: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) },
        now,
      );
      const paused = keyLimits.pauseRemainingMs(now);
      // Times of the clock are exact to a quarter of a microsecond.
      const expected = Math.min(retryAfterMs ?? 60_000, defaultLimits.maxRetryAfterMs);
      holds(Math.abs(paused - expected) < 0.001, [header, paused]);
      holds(keyLimits.acquire(now + defaultLimits.maxRetryAfterMs, 'extension') === undefined, header);
    }),
  ),
  claim(
    'the worker looks again after an hour at most, whatever the relay asked for',
    fc.property(
      waits,
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
  claim(
    'a list of tags matches exactly when it has the tag, weak or strong; any other text only if it contains it',
    fc.property(fc.array(fc.constantFrom(...tags), { maxLength: 5 }), fc.string({ unit: 'binary' }), (list, text) => {
      const isIn = list.some((tag) => tag === held || tag === `W/${held}`);
      same(matchesEtag(list.join(', '), held), isIn, list);
      same(matchesEtag(list.join(' ,\t'), `W/${held}`), isIn, list);
      holds(!matchesEtag(text, held) || text.includes(held) || text.trim() === '*', text);
    }),
  ),
  claim(
    'a chosen content coding is named by the header',
    fc.property(fc.oneof(accepted, fc.string({ unit: 'binary', maxLength: 40 })), (header) => {
      const { encoding, dcz } = negotiateEncoding(header, encodings);
      holds(encoding === undefined || encoding === 'identity' || isNamed(header, encoding), [header, encoding]);
      holds(!dcz || /\bdcz\b/i.test(header), header);
    }),
  ),
];
