import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstView, viewKinds } from '#core/rows/view.ts';
import { readPlace, writePlace } from '#core/rows/view-address.ts';
import { randomView } from './random-items.ts';

const pages = ['table', 'list', 'portfolio'] as const;

test('an address holds the whole view', () => {
  fc.assert(
    fc.property(
      randomView,
      fc.constantFrom(...pages),
      fc.string({ minLength: 1, maxLength: 50 }),
      (view, page, text) => {
        const place = { view: { ...view, filters: { ...view.filters, text }, columns: undefined }, page, item: text };
        expect(readPlace(`#${writePlace(place)}`)).toEqual(place);
        expect(readPlace(`#${writePlace({ ...place, alert: true })}`)).toEqual({ ...place, alert: true });
      },
    ),
  );
});

test('columns keep their order', () => {
  const view = { ...firstView('cheaper'), columns: ['age', 'price:steam', 'net'] as const };
  expect(readPlace(writePlace({ view, page: 'table' })).view.columns).toEqual(view.columns);
});

test('a view as it is at first needs no address but its name', () => {
  expect(viewKinds.map((kind) => writePlace({ view: firstView(kind), page: 'table' }))).toEqual([
    '',
    'view=cheaper',
    'view=steam',
    'view=balance',
    'view=falling',
    'view=rising',
  ]);
});

test('what is not valid in an address is as at first', () => {
  const hostile =
    'view=x&min=-1&max=NaN&kind=weapon,<b>&wear=9,1&buy=ebay,steam&offers=1e99&sort=-zzz&columns=,,&age=0';
  const { view } = readPlace(`#${hostile}`);
  const first = firstView('all');
  expect(view).toEqual({
    ...first,
    columns: undefined,
    filters: { ...first.filters, kinds: ['weapon'], wears: [1] },
    rules: { ...first.rules, buy: ['steam'] },
  });
});

test('no address makes it throw', () => {
  fc.assert(fc.property(fc.string(), (hash) => void readPlace(hash)));
});
