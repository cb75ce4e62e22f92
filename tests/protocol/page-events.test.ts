import { describe, expect, test } from 'vitest';
import { maxAnswerLength, maxRows, readAnswer, readRows, readState, writeAnswer } from '#protocol/page-events.ts';

const row = {
  key: 'listing:1',
  item: '★ Karambit | Doppler (Factory New)',
  phase: 'Ruby',
  listing: { amount: '1234.50', currency: 'EUR' },
  kind: 'bid',
  currency: 'EUR',
  otherGame: true,
} as const;

describe('an answer', () => {
  test.each([
    ['no line break', '{"a":1}'],
    ['no address', '\n{"a":1}'],
    ['no JSON', 'https://x/\nhello'],
    ['no body', 'https://x/\n'],
    ['an address of 5,000 characters', `https://x/${'y'.repeat(5_000)}\n1`],
    ['a body over the limit', `https://x/\n"${'y'.repeat(maxAnswerLength + 5_000)}"`],
    ['an object', { toString: (): string => 'https://x/\n1' }],
    ['nothing', undefined],
  ])('with %s is none', (_, detail) => expect(readAnswer(detail)).toBeUndefined());

  test('of the longest kind is one', () => {
    const text = JSON.stringify('y'.repeat(maxAnswerLength - 2));
    expect(readAnswer(writeAnswer('https://x/', text))?.url).toBe('https://x/');
  });

  test('nested 1,000,000 deep is read without a hang or a throw', () => {
    const depth = 1_000_000;
    expect(() => readAnswer(`https://x/\n${'['.repeat(depth)}${']'.repeat(depth)}`)).not.toThrow();
  });
});

describe('rows', () => {
  test('come through whole', () => expect(readState(JSON.stringify([row]))).toEqual([row]));

  test.each([
    ['no key', { ...row, key: undefined }],
    ['an empty key', { ...row, key: '' }],
    ['a key of 501 characters', { ...row, key: 'k'.repeat(501) }],
    ['a number for a key', { ...row, key: 1 }],
    ['nothing', null],
    ['a list', []],
    ['a text', 'listing:1'],
  ])('without a key are none: %s', (_, value) => expect(readRows([value])).toEqual([]));

  test.each([
    ['item', 'x'.repeat(501)],
    ['item', '<img src=x onerror=alert(1)>'],
    ['item', 'AK-47\u0000'],
    ['item', 5],
    ['phase', ''],
    ['phase', {}],
    ['kind', 'sold'],
    ['currency', 'eur'],
    ['currency', 'EUROS'],
    ['otherGame', false],
    ['otherGame', 'yes'],
    ['listing', '12.50'],
    ['listing', { amount: 12.5, currency: 'EUR' }],
    ['listing', { amount: '12,50', currency: 'EUR' }],
    ['listing', { amount: '1e999', currency: 'EUR' }],
    ['listing', { amount: '-1', currency: 'EUR' }],
    ['listing', { amount: '0', currency: 'EUR' }],
    ['listing', { amount: '0.00', currency: 'EUR' }],
    ['listing', { amount: '012', currency: 'EUR' }],
    ['listing', { amount: '1234567890123', currency: 'EUR' }],
    ['listing', { amount: '12.50' }],
    ['listing', { amount: '12.50', currency: '$' }],
  ])('lose what does not fit: %s %j', (field, value) =>
    expect(readState(JSON.stringify([{ ...row, [field]: value }]))).toEqual([{ ...row, [field]: undefined }]),
  );

  test('keep only what a row has', () => {
    const [read] = readState('[{"key":"a","__proto__":{"item":"x"},"constructor":"y","host":"z"}]');
    expect(Object.keys(read ?? {}).sort()).toEqual([
      'currency',
      'item',
      'key',
      'kind',
      'listing',
      'otherGame',
      'phase',
    ]);
    expect(read?.item).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('are 5,000 at most', () => {
    expect(readRows(Array(maxRows + 1).fill(row))).toHaveLength(maxRows);
    expect(readState('{"length":3}')).toEqual([]);
    expect(readState(`[${'1,'.repeat(maxAnswerLength)}1]`)).toEqual([]);
  });
});
