import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#core/prices/age.ts';
import { type PastSpan, pastSpans, toPastChart } from '#core/prices/item-past.ts';
import { axisTimeText, pointTimeText, sinceText } from '#ui/words/history-words.ts';

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo', 'America/New_York', 'America/Santiago'];

/** Periods that end on this day have the changes of the clocks in them. */
const now = Date.parse('2026-11-14T10:10:00.000Z');
const today = Math.floor(now / dayMs);

/** What the chart library writes on its canvas: texts with their places, px. */
const written: { text: string; x: number }[] = [];
const canvas = new Proxy(
  { fillText: (text: string, x: number) => void written.push({ text, x }) },
  { get: (target, name) => Reflect.get(target, name) ?? (() => ({ width: 40 })), set: () => true },
);

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => new EventTarget());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'Path2D',
    class {
      rect() {}
      moveTo() {}
      lineTo() {}
      arc() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The labels of the time axis in a zone, and where they stand. */
async function axisIn(zone: string, span: PastSpan) {
  vi.stubEnv('TZ', zone);
  const { drawPriceChart } = await import('#ui/charts/price-chart.ts');
  const days = Array.from({ length: 400 }, (_, at) => [today - 400 + at, 900, 1100, 1000] as const);
  const chart = toPastChart([{ market: 'buff163', days, recent: [] }], { span, now }, (_, price) => price);
  const place = document.createElement('div');
  Object.defineProperties(place, { clientWidth: { value: 800 }, clientHeight: { value: 160 } });
  document.body.replaceChildren(place);
  written.splice(0);
  const remove = drawPriceChart(place, {
    at: chart.at,
    lines: chart.lines.map(({ values }) => ({ values, colour: 'red' })),
    formatPrice: (price) => `$${price}`,
    formatTime: (ms) => axisTimeText(ms, span),
    onPoint: () => undefined,
  });
  await Promise.resolve();
  remove();
  return written.filter(({ text }) => !text.startsWith('$'));
}

describe.each(zones)('in %s', (zone) => {
  test.each(pastSpans)('the days of a chart of %i days are those of the relay', async (span) => {
    expect(await axisIn(zone, span)).toEqual(await axisIn('UTC', span));
  });

  test('the point under the pointer and the first day are those of the relay', () => {
    vi.stubEnv('TZ', zone);
    expect(new Date(now).getHours()).not.toBe(10);
    expect(pointTimeText(now, 7)).toBe('Nov 14, 2026, 10:10 AM UTC');
    expect(pointTimeText(today * dayMs, 30)).toBe('Nov 14, 2026');
    const past = { state: 'found', since: today - 3, markets: [] } as const;
    expect(sinceText(past, 30, now)).toContain('Nov 11, 2026');
  });
});

test('a label stands where its day begins', async () => {
  const texts = async (span: PastSpan) => (await axisIn('UTC', span)).map(({ text }) => text);
  expect(await texts(7)).toEqual(['Nov 8', 'Nov 9', 'Nov 10', 'Nov 11', 'Nov 12', 'Nov 13', 'Nov 14']);
  expect(await texts(365)).toEqual(['Jan 26', 'Mar 26', 'May 26', 'Jul 26', 'Sep 26', 'Nov 26']);
});
