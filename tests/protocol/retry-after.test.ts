import { afterEach, expect, test, vi } from 'vitest';
import { parseRetryAfter } from '#protocol/http.ts';

const now = Date.UTC(2026, 10, 20, 10);

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['120', 120_000],
  [' 1.5 ', 1500],
  ['-5', 0],
  ['31536000', 31_536_000_000],
  [String(now / 1000 + 90), 90_000],
  [String(now + 90_000), 90_000],
  [String(now / 1000 - 90), 0],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
  ['Friday, 20-Nov-26 10:01:00 GMT', 60_000],
  ['Fri Nov 20 10:01:00 2026', 60_000],
  ['Thu Nov  5 10:01:00 2026', 0],
])('%j is a wait of %d ms in every time zone', (header, ms) => {
  for (const place of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
    vi.stubEnv('TZ', place);
    expect(parseRetryAfter(header, now)).toBe(ms);
  }
});

test.each([
  null,
  '',
  'soon',
  'retry 5',
  'max 3600',
  '60 GMT',
  '5, 10',
  '2026-11-20T10:01:00Z',
  'Fri, 20 Nov 2026 10:01:00',
])('%j has no meaning', (header) => expect(parseRetryAfter(header, now)).toBeUndefined());
