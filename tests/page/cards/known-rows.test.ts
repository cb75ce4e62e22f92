import { expect, test } from 'vitest';
import type { Row } from '#core/site.ts';
import { KnownRows } from '#page/cards/card-source.ts';

const plain = { key: 'picture', shared: true, item: 'AK-47 | Redline (Field-Tested)' } as const;
const twin: Row = { ...plain, item: 'StatTrak™ AK-47 | Redline (Field-Tested)' };
const many = (prefix: string, more: Partial<Row>): Row[] =>
  Array.from({ length: 20_001 }, (_, at) => ({
    key: `${prefix} ${at}`,
    item: 'AWP | Asiimov (Field-Tested)',
    ...more,
  }));

function knownAfter(...answers: readonly (readonly Row[])[]): KnownRows {
  const known = new KnownRows();
  for (const rows of answers) known.add(rows);
  return known;
}

test('a later row replaces one of the same id', () => {
  const [id, other] = [
    { key: '7', item: plain.item },
    { key: '7', item: twin.item },
  ];
  expect(knownAfter([id], [other]).get('7')).toEqual(other);
});

test('the user’s own item stays that in an answer that does not say so, and no other item becomes it', () => {
  const later = { key: '7', item: plain.item };
  expect(knownAfter([{ ...later, own: true, kind: 'bid' }], [later]).get('7')).toEqual({ ...later, own: true });
  expect(knownAfter([{ ...later, own: true }], [{ ...later, item: twin.item }]).get('7')?.own).toBeUndefined();
  expect(knownAfter([{ ...plain, own: true }], [plain]).get('picture')?.own).toBe(true);
});

test('of a bid and an ask of one key at one price, the bid counts', () => {
  const listing = { cents: 1250, currency: 'USD' };
  const [ask, bid] = [
    { ...plain, listing, kind: 'ask' },
    { ...plain, listing, kind: 'bid' },
  ] as const;
  expect(knownAfter([bid], [ask]).get('picture')?.kind).toBe('bid');
  expect(knownAfter([ask], [bid]).get('picture')?.kind).toBe('bid');
  expect(knownAfter([bid], [{ ...ask, listing: { ...listing, cents: 1300 } }]).get('picture')?.kind).toBe('ask');
});

test('keeps the latest 20,000 ids and the first 20,000 shared keys', () => {
  const known = knownAfter([plain], many('id', {}), many('shared', { shared: true }));
  expect(known.size).toBe(40_000);
  expect(['id 0', 'id 20000', 'picture', 'shared 19999'].map((key) => known.get(key) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
