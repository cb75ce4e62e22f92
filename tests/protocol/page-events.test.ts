import { describe, expect, test } from 'vitest';
import {
  encodeAnswerEvent,
  maxAnswerLength,
  maxFeedRows,
  parseAnswerEvent,
  parseRows,
  parseStateEvent,
} from '#protocol/page-events.ts';

const row = {
  key: 'listing:1',
  item: '★ Karambit | Doppler (Factory New)',
  phase: 'Ruby',
  listing: { cents: 123_450, currency: 'EUR' },
  kind: 'bid',
  currency: 'EUR',
  otherGame: true,
  assembled: true,
} as const;

test.each(['ask', 'bid', 'none'] as const)('a row of the kind %s keeps it', (kind) =>
  expect(parseRows([{ ...row, kind }])[0]?.kind).toBe(kind),
);

describe('an answer event', () => {
  test.each([
    ['no line break', '{"a":1}'],
    ['no address', '\n{"a":1}'],
    ['an address of 5,000 characters', `https://x/${'y'.repeat(5_000)}\n1`],
    ['a body over the limit', `https://x/\n"${'y'.repeat(maxAnswerLength + 5_000)}"`],
    ['an object', { toString: (): string => 'https://x/\n1' }],
    ['nothing', undefined],
  ])('with %s is refused', (_, detail) => expect(parseAnswerEvent(detail)).toBeUndefined());

  test('of the largest size is accepted', () => {
    const text = JSON.stringify('y'.repeat(maxAnswerLength - 2));
    expect(parseAnswerEvent(encodeAnswerEvent('https://x/', text))?.url).toBe('https://x/');
  });
});

describe('rows', () => {
  test('are parsed whole', () => expect(parseStateEvent(JSON.stringify([row]))).toEqual([row]));

  test.each([
    ['no key', { ...row, key: undefined }],
    ['an empty key', { ...row, key: '' }],
    ['a key of 501 characters', { ...row, key: 'k'.repeat(501) }],
    ['a number for a key', { ...row, key: 1 }],
    ['nothing', null],
    ['a list', []],
    ['a text', 'listing:1'],
  ])('are refused without a key: %s', (_, value) => expect(parseRows([value])).toEqual([]));

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
    ['sold', 'yes'],
    ['own', 1],
    ['assembled', false],
    ['assembled', 1],
    ['listing', '12.50'],
    ['listing', { cents: '12.50', currency: 'EUR' }],
    ['listing', { cents: null, currency: 'EUR' }],
    ['listing', { cents: -1, currency: 'EUR' }],
    ['listing', { cents: 0, currency: 'EUR' }],
    ['listing', { cents: 1e-7, currency: 'EUR' }],
    ['listing', { cents: 1e14, currency: 'EUR' }],
    ['listing', { cents: 1250 }],
    ['listing', { cents: 1250, currency: '$' }],
  ])('lose an invalid field: %s %j', (field, value) =>
    expect(parseStateEvent(JSON.stringify([{ ...row, [field]: value }]))).toEqual([{ ...row, [field]: undefined }]),
  );

  test('keep only known fields', () => {
    const [read] = parseStateEvent('[{"key":"a","__proto__":{"item":"x"},"constructor":"y","host":"z"}]');
    expect(Object.keys(read ?? {}).sort()).toEqual([
      'assembled',
      'currency',
      'item',
      'key',
      'kind',
      'listing',
      'locked',
      'otherGame',
      'own',
      'phase',
      'shared',
      'sold',
      'wearValue',
    ]);
    expect(read?.item).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('are 5,000 at most', () => {
    expect(parseRows(Array(maxFeedRows + 1).fill(row))).toHaveLength(maxFeedRows);
    expect(parseStateEvent('{"length":3}')).toEqual([]);
    expect(parseStateEvent(`[${'1,'.repeat(maxAnswerLength)}1]`)).toEqual([]);
  });
});

describe('what is attached to a row’s item', () => {
  const attachedOf = (attached: unknown) => parseRows([{ key: 'a', attached }])[0]?.attached;

  test('keeps names and wears, and an item whose name is none or in another language', () =>
    expect(
      attachedOf([
        { item: 'Sticker | Howl', wear: 0.5 },
        { item: 'Patch | Howl', assembled: true },
        { item: 'Adesivo | Howl' },
        { item: '<b>', wear: 7 },
        7,
        null,
      ]),
    ).toEqual([{ item: 'Sticker | Howl', wear: 0.5 }, { item: 'Patch | Howl', assembled: true }, {}, {}, {}, {}]));

  test('has ten items at most', () => expect(attachedOf(Array(11).fill({ item: 'Sticker | Howl' }))).toHaveLength(10));

  test('stands beside the wear value, from 0 to 1, and the lock', () => {
    const values = [0.25, 1, 1.5, '0.2', null].map((wearValue) => parseRows([{ key: 'a', wearValue }])[0]?.wearValue);
    expect(values).toEqual([0.25, 1, undefined, undefined, undefined]);
    const locks = [true, 5, 0, '5', false].map((locked) => parseRows([{ key: 'a', locked }])[0]?.locked);
    expect(locks).toEqual([true, 5, undefined, undefined, undefined]);
  });

  test('stands beside facts of the page: amounts and times', () => {
    const factsOf = (facts: unknown) => parseRows([{ key: 'a', facts }])[0]?.facts;
    const facts = {
      bid: { cents: 5, currency: 'EUR' },

      offersFrom: { cents: 6, currency: 'USD' },
      since: 7,
    };
    expect(factsOf(facts)).toEqual(facts);
    expect(factsOf({ ...facts, bid: { cents: -5, currency: 'EUR' }, since: '7', x: 1 })).toEqual({
      ...facts,
      bid: undefined,
      since: undefined,
    });
  });

  test.each([undefined, null, 'x', {}, []])('is absent without a list: %j', (attached) =>
    expect(parseRows([{ key: 'a', attached }])[0]).not.toHaveProperty('attached'),
  );
});
