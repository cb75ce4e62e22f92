import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
import { parseRows } from '#protocol/page-events.ts';
import { nameFromLines } from '#sites/csfloat/name-from-lines.ts';
import { everyName, lost, takeApart } from '../core/every-name.ts';
import { readFed, rowsFrom } from './fed.ts';
import { readAll } from './page.ts';

const origin = 'https://csfloat.com';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const card = (name: string, subtext: string, price: string, extra = '') => `
  <item-card>
    <app-item-name><div class="item-name">${escaped(name)}</div><div class="subtext">${escaped(subtext)}</div></app-item-name>
    <div class="price-row"><div class="price">${price}</div></div>${extra}
  </item-card>`;

const menus = (...texts: string[]) =>
  texts.map((text) => `<mat-select-trigger> ${text} </mat-select-trigger>`).join('');

const read = (body: string, path = '/search') => readAll('csfloat', origin + path, body);

/** The two lines of a card that show a name (src/sites/csfloat.md, "Names"); `undefined` for names that no source shows there. */
function shown(name: string): { readonly line: string; readonly below: string } | undefined {
  const { star, statTrak, souvenir, type, base, wear } = takeApart(name);
  if (type === 'Sealed Graffiti') return undefined;
  const mark = `${statTrak ? 'StatTrak™ ' : ''}${souvenir ? 'Souvenir ' : ''}`;
  const isVanilla = star && !base.includes('|');
  const below = isVanilla ? '' : wear || `High Grade ${type ?? 'Container'}`;
  return { line: `${star ? '★ ' : ''}${base}`, below: `${mark}${below}`.trim() };
}

describe('nameFromLines', () => {
  const names = everyName.filter((name) => shown(name));

  test('reads every name that a card can show', () => {
    expect(names.length).toBeGreaterThan(35_000);
    const back = (name: string) => {
      const { line, below } = shown(name) ?? { line: '', below: '' };
      return nameFromLines(line, below)?.item;
    };
    expect(lost(names, normaliseName, back)).toEqual([]);
  });

  test.each([
    ['USP-S | 027', 'StatTrak™ Minimal Wear', 'StatTrak™ USP-S | 27 (Minimal Wear)'],
    ['Katowice 2019 Legends (Holo/Foil)', 'Base Grade Container', 'Katowice 2019 Legends (Holo-Foil)'],
    [
      'Austin 2025 Nuke Souvenir Package',
      'Highlight Base Grade Container',
      'Austin 2025 Nuke Souvenir Highlight Package',
    ],
    [
      'Austin 2025 Nuke Souvenir Highlight Package',
      'Highlight Base Grade Container',
      'Austin 2025 Nuke Souvenir Highlight Package',
    ],
    ['\n  ★ Karambit |\u00a0Fade\n', '\n  StatTrak™\n  Factory New ', '★ StatTrak™ Karambit | Fade (Factory New)'],
    ['★ Karambit', 'StatTrak™', '★ StatTrak™ Karambit'],
    ['★ Karambit', 'Covert Knife', '★ Karambit'],
    ['Skog, Metal', 'StatTrak™ High Grade Music Kit', 'StatTrak™ Music Kit | Skog, Metal'],
    ['FURIA (Gold) | Stockholm 2021', 'Exotic Patch', 'Patch | FURIA (Gold) | Stockholm 2021'],
  ])('%j over %j', (line, below, name) => expect(nameFromLines(line, below)).toEqual({ item: name, phase: undefined }));

  test.each([
    ['no line below', 'AK-47 | Redline', ''],
    ['a type that is not known', 'Crown (Foil)', 'Exotic Something'],
    ['a wear without a finish', 'Kilowatt Case', 'Field-Tested'],
    ['StatTrak™ and Souvenir', 'AK-47 | Redline', 'StatTrak™ Souvenir Field-Tested'],
    ['a Souvenir knife', '★ Karambit | Fade', 'Souvenir Factory New'],
    ['a mark behind another word', 'Skog, Metal', 'x StatTrak™ High Grade Music Kit'],
    ['no name', ' ', 'Field-Tested'],
    ['a name of 5,000 characters', 'x'.repeat(5_000), 'Field-Tested'],
    ['a line below of 5,000 characters', 'AK-47 | Redline', 'x'.repeat(5_000)],
    ['markup', '<b>AK-47</b> | Redline', 'Field-Tested'],
  ])('is undefined for %s', (_, line, below) => expect(nameFromLines(line, below)).toBeUndefined());

  test('never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Field-Tested', '★ X', '__proto__ | y'));
    fc.assert(fc.property(text, text, (line, below) => typeof nameFromLines(line, below) !== 'string'));
  });
});

describe('a card', () => {
  describe('with the nodes of another extension in the row of its price', () => {
    const read1 = (row: string) =>
      read(
        `${menus('$')}<item-card _nghost-ng-c1><app-item-name><div class="item-name">AK-47 | Redline</div>
          <div class="subtext">Field-Tested</div></app-item-name><div class="price-row" _ngcontent-ng-c1>${row}</div></item-card>`,
      )[0];
    const usd = { cents: 1234, currency: 'USD' };

    test.each([
      '<div class="price" _ngcontent-ng-c1>$12.34<span class="sale-tag">-5.2%</span></div>',
      '<div class="price" _ngcontent-ng-c1> $12.34 <span>($13.00)</span></div>',
      '<div class="x"><b class="price">$11.00</b></div><div class="price" _ngcontent-ng-c1>$12.34</div>',
      '<div class="price" _ngcontent-ng-c1>$12.34</div><a><span>Bid $11.00</span> | <span>Ask $12.00</span></a>',
    ])('has its own price, and is no auction: %s', (row) =>
      expect(read1(row)).toMatchObject({ listing: usd, kind: 'ask' }),
    );
  });

  // Angular leaves out the white space between elements.
  test.each(['<b>0</b><i>Bids</i>', '<b>2h</b><i>Bid</i><b>$5</b>', '<i>Bids</i><b>Ends</b>', '<i>bids</i>'])(
    'with bids between other texts is an auction: %s',
    (extra) =>
      expect(read(card('AK-47 | Redline', 'Field-Tested', '€1', extra)).map((each) => each?.kind)).toEqual(['bid']),
  );
});

describe('an answer', () => {
  const feed = `${origin}/api/v1/listings?limit=40`;
  const listing = (market_hash_name: unknown) => ({ id: '1', item: { market_hash_name } });
  const [small, capital] = ['Sticker | niko  | London 2018', 'Sticker | NiKo | London 2018'];
  const shownAs = (name: string) =>
    card(name.replace('Sticker | ', '').replace('  ', ' '), 'High Grade Sticker', '$9.00');
  const readWith = (body: string, ...data: unknown[]) =>
    readFed('csfloat', { url: `${origin}/search`, body, answers: [[feed, { data }]] });

  test('tells the exact name of a card, two spaces included', () => {
    const readings = readWith(shownAs(small) + shownAs(capital), listing(small), listing(capital));
    expect(readings.map((reading) => [reading?.item, reading?.assembled])).toEqual([
      [small, undefined],
      [capital, undefined],
    ]);
  });

  test('that does not tell which of two names a card means leaves the name assembled', () => {
    const foil = 'Sticker | Move It (Foil)';
    const both = [listing(foil), listing('Sticker | Move It(Foil)')];
    expect(readWith(shownAs(foil), ...both)).toMatchObject([{ item: foil, assembled: true }]);
    expect(readWith(shownAs(foil))).toMatchObject([{ item: foil, assembled: true }]);
  });

  test('says of the piece with its wear value that it is sold, and of no other', () => {
    const [sold, other] = ['0.221419417788', '0.231419417788'];
    const item = { market_hash_name: 'AK-47 | Redline (Field-Tested)', float_value: Number(sold) };
    const shown = (wear: string) =>
      card('AK-47 | Redline', 'Field-Tested', '$9.00', `<item-float-bar>${wear}</item-float-bar>`);
    const readings = readWith(shown(sold) + shown(other), { item, price: 900, type: 'buy_now', state: 'sold' });
    expect(readings.map((reading) => reading?.sold)).toEqual([true, undefined]);
  });

  test('and of one without a wear value at the price of an own one that it may be that: it has no listing', () => {
    const told = (price: number, is_seller: boolean) => ({ ...listing(capital), price, type: 'buy_now', is_seller });
    const listedIn = (menu: string, ...rows: unknown[]) =>
      readWith(menus(menu) + shownAs(capital).replace('$', menu), ...rows).map((reading) => reading?.listing);
    const listed = (...rows: unknown[]) => listedIn('$', ...rows);
    expect(listedIn('€', told(900, true))).toEqual([undefined]);
    expect(listedIn('€', told(900, false))).toEqual([{ cents: 900, currency: 'EUR' }]);
    expect(listed(told(900, true), told(900, false))).toEqual([undefined]);
    expect(listed(told(900, false), told(950, true))).toEqual([{ cents: 900, currency: 'USD' }]);
  });

  test('and the dollars that a card prints for its piece must agree, but for an auction', () => {
    const wear = '0.221419417788';
    const name = 'AK-47 | Redline (Field-Tested)';
    const body = `${menus('$')}${card('AK-47 | Redline', 'Field-Tested', '$9.00', `<item-float-bar>${wear}</item-float-bar>`)}`;
    const readOne = (price: number, type: string) =>
      readWith(body, { item: { market_hash_name: name, float_value: Number(wear) }, price, type })[0];
    const listing = { cents: 900, currency: 'USD' };
    expect(readOne(900, 'buy_now')).toMatchObject({ listing });
    expect(readOne(950, 'buy_now')).toMatchObject({ listing: undefined, disputed: true });
    expect(readOne(950, 'auction')).not.toHaveProperty('disputed');
  });

  test('says of an ask, and of no bid, since when it is listed and from what price its seller takes offers', () => {
    const factsIn = (more: object) => {
      const item = { market_hash_name: 'AK-47 | Redline (Field-Tested)', float_value: 0.221419417788 };
      const told = { item, price: 900, type: 'buy_now', created_at: '2026-04-17T14:27:39.935103Z', ...more };
      return parseRows(rowsFrom('csfloat', feed, [told])).flatMap(({ facts }) => facts ?? []);
    };
    const since = Date.UTC(2026, 3, 17, 14, 27, 39, 935);
    const offersFrom = { cents: 810, currency: 'USD' };
    expect(factsIn({ min_offer_price: 810 })).toEqual([{ since, offersFrom }]);
    expect(factsIn({ min_offer_price: '810', created_at: 'x' })).toEqual([{}]);
    expect(factsIn({ min_offer_price: 810, type: 'auction' })).toEqual([]);
  });

  test('may be a list', () => {
    expect(rowsFrom('csfloat', feed, [listing(small), listing('<i>'), null])).toMatchObject([{ item: small }]);
  });

  test.each([
    [undefined, ['ask']],
    ['buy_now', ['ask']],
    ['auction', ['bid']],
    ['', []],
    [null, []],
    ['dutch_auction', []],
  ])('of the type %j tells prices of the kinds %j', (type, kinds) => {
    const priced = rowsFrom('csfloat', feed, [{ ...listing(small), price: 1250, type }]).filter((row) => row.listing);
    expect(priced.map(({ kind }) => kind)).toEqual(kinds);
  });
});
