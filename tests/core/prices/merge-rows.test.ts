import { describe, expect, test } from 'vitest';
import { mergeRows } from '#core/prices/merge-rows.ts';

describe('mergeRows', () => {
  const row = { key: 'a', item: 'AK-47', listing: { amount: '1.00', currency: 'EUR' } };

  test('keeps equal rows and other keys', () =>
    expect(mergeRows([row, { ...row }, { ...row, key: 'b' }])).toEqual([row, { ...row, key: 'b' }]));

  test.each([{ amount: '2.00', currency: 'EUR' }, { amount: '1.00', currency: 'USD' }, undefined])(
    'drops a contradicted price: %j',
    (listing) => expect(mergeRows([row, { ...row, listing }])).toEqual([{ ...row, listing: undefined }]),
  );

  test('drops a contradicted item, whatever a third row states', () => {
    expect(mergeRows([row, { ...row, item: 'AWP' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, phase: 'Ruby' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, item: 'AWP' }, row])).toEqual([{ key: 'a' }]);
    const shared = { ...row, shared: true } as const;
    expect(mergeRows([shared, { ...shared, item: 'AWP' }])).toEqual([{ key: 'a', shared: true }]);
  });
});
