import { afterEach, describe, expect, test, vi } from 'vitest';
import { inCurrency } from '#core/money/rates.ts';
import { percentText } from '#ui/words/difference-text.ts';
import { formatAge, formatAmount, formatNumber, spanText } from '#ui/words/format.ts';
import { setMessageSource } from '#ui/words/text.ts';
import { messageSourceOf } from '../../messages.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setMessageSource(messageSourceOf('en'));
});

const euro = { code: 'EUR', perUsd: 0.8, of: '2026-11-20' };
/** Replaces any white space by a blank. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('numbers have the format of the browser’s language', () => {
  test.each([
    ['en', '−8.4%', '36,592', '€10.00', '€1,234'],
    ['de', '−8,4%', '36.592', '10,00 €', '1.234 €'],
    ['ru', '−8,4%', '36 592', '10,00 €', '1 234 €'],
    ['pt_BR', '−8,4%', '36.592', '€ 10,00', '€ 1.234'],
    ['zh_CN', '−8.4%', '36,592', '€10.00', '€1,234'],
  ])('%s', (folder, percent, count, amount, great) => {
    setMessageSource(messageSourceOf(folder));
    expect(plain(percentText(-8.4))).toBe(percent);
    expect(plain(formatNumber(36_592, 'whole'))).toBe(count);
    expect(plain(formatAmount(inCurrency(1250, euro)))).toBe(amount);
    expect(plain(formatAmount(inCurrency(154_250, euro)))).toBe(great);
  });
});

test.each([
  ['en', ['40 s', '4 min', '3 h', '2 d']],
  ['de', ['40 s', '4 min', '3 h', '2 Tg.']],
  ['ru', ['40 с', '4 мин', '3 ч', '2 дн']],
  ['pt_BR', ['40 s', '4 min', '3 h', '2 d']],
  ['zh_CN', ['40 秒', '4 分钟', '3 小时', '2 天']],
])('spans of time in %s', (folder, spans) => {
  setMessageSource(messageSourceOf(folder));
  expect([40_000, 240_000, 3 * 3_600_000, 2 * 86_400_000].map(spanText)).toEqual(spans);
});

test('a formatter is created once per language, currency and format', () => {
  setMessageSource({ ...messageSourceOf('en'), uiLanguage: 'en-IE' });
  const made = vi.spyOn(Intl, 'NumberFormat');
  const draw = () => [
    formatAmount(inCurrency(1250, euro)),
    formatAmount(inCurrency(154_250, euro)),
    formatAge(240_000),
    percentText(-8.4),
  ];
  const first = draw();
  const count = made.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  for (let card = 0; card < 100; card += 1) expect(draw()).toEqual(first);
  expect(made).toHaveBeenCalledTimes(count);
  expect(new Set(made.mock.calls.map((call) => JSON.stringify(call))).size).toBe(count);
});

test.each([
  [-5000, '0 s'],
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [172_799_999, '47 h'],
  [172_800_000, '2 d'],
])('%i ms are %s', (ms, words) => {
  expect(spanText(ms)).toBe(words);
});
