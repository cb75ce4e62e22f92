import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { createActivity, spanMs, spansPerDay } from '#relay/admin/activity.ts';
import { dayChart } from '#relay/admin/day-chart.ts';
import { openCommand } from '#relay/admin/open-browser.ts';
import { pageTexts } from '#relay/admin/texts.ts';

const request = (status: number) => ({
  route: '/api/prices',
  status,
  ms: 1,
  bytes: 0,
  encoding: undefined,
  cache: undefined,
});

function startActivity() {
  const clock = { now: 1_800_000_000_000 };
  return { clock, activity: createActivity(() => clock.now) };
}

describe('the activity', () => {
  test('counts a day in spans, and forgets what is older', () => {
    const { clock, activity } = startActivity();
    for (const status of [200, 304, 304]) activity.request(request(status));
    clock.now += spanMs;
    activity.request(request(200));
    activity.upstream('/api/prices', { kind: 'unchanged' });
    const day = activity.lastDay();
    expect(day).toHaveLength(spansPerDay);
    expect(day.at(-2)).toMatchObject({ requests: 3, notModified: 2, upstream: 0 });
    expect(day.at(-1)).toMatchObject({ requests: 1, notModified: 0, upstream: 1 });
    clock.now += spansPerDay * spanMs;
    activity.request(request(200));
    expect(activity.lastDay().reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
  });

  test('counts the upstream requests of the last minute', () => {
    const { clock, activity } = startActivity();
    activity.upstream('a', { kind: 'unchanged' });
    clock.now += 59_999;
    activity.upstream('a', { kind: 'unchanged' });
    expect(activity.upstreamLastMinute()).toBe(2);
    clock.now += 1;
    expect(activity.upstreamLastMinute()).toBe(1);
  });

  test('keeps the last 50 problems, equal ones in succession as one', () => {
    const { activity } = startActivity();
    for (let turn = 0; turn < 3; turn++) activity.problem('a', 'timeout');
    expect(activity.problems()).toMatchObject([{ source: 'a', code: 'timeout', times: 3 }]);
    for (let turn = 0; turn < 80; turn++) activity.problem('a', `code ${turn}`);
    expect(activity.problems()).toHaveLength(50);
    expect(activity.problems()[0]).toMatchObject({ code: 'code 79', times: 1 });
  });

  test('counts each client once', () => {
    const { activity } = startActivity();
    for (const client of ['a', 'b', 'a']) activity.client(client);
    expect(activity.clientsNow()).toBe(2);
  });
});

test('the chart never draws beyond its plots', () => {
  const spans = Array.from({ length: spansPerDay }, (_, at) => ({
    at,
    requests: at ** 3,
    notModified: at,
    upstream: at * 99,
  }));
  for (const [, y = '', height = ''] of dayChart(spans, 50, pageTexts('de')).matchAll(
    /y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g,
  )) {
    expect(Number(y)).toBeGreaterThanOrEqual(26);
    expect(Number(y) + Number(height)).toBeLessThanOrEqual(210.1);
  }
});

test.each([
  ['win32', {}, 'rundll32'],
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', {}, undefined],
] as const)('on %s with %j the browser is opened by %s, with the address as one argument', (platform, env, program) => {
  const command = openCommand('http://127.0.0.1:8787/?session=a&lang=b', platform, env);
  expect(command?.program).toBe(program);
  if (command) expect(command.args.at(-1)).toBe('http://127.0.0.1:8787/?session=a&lang=b');
});

test.each(['en', 'de', 'ru', 'pt-BR', 'zh-CN'] as const)(
  'hours ago have a minus sign in %s, and no hyphen',
  (language) => {
    const chart = dayChart([], 50, pageTexts(language));
    // A browser draws nothing of an image that is not well-formed.
    expect(XMLValidator.validate(chart)).toBe(true);
    const labels = Array.from(chart.matchAll(/<text[^>]*>([^<]*)</g), ([, label]) => label);
    expect(labels.slice(-5).map((label) => label?.replace(/\D+$/, ''))).toEqual(['−24', '−18', '−12', '−6', '0']);
  },
);
