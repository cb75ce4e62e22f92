import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wears } from '#core/items/item-kinds.ts';
import { at, fieldsOf, listAt, textOf } from '#sites/reading/values.ts';
import { runs, seed } from '../seed.ts';
import { capture, hasCaptures } from './captures.ts';
import { knownRows, rowsFrom } from './fed.ts';
import { cardsIn, documentAt, readingOf } from './page.ts';

/** An item, and the picture that it shares with its StatTrak™ twin. */
interface Pictured {
  readonly name: string;
  readonly picture: string;
}

/** A site whose cards are joined to rows by their pictures: an answer of some items, and the card of one. */
interface PictureSite {
  readonly url: string;
  readonly feed: string;
  readonly answer: (items: readonly Pictured[]) => unknown;
  readonly card: (item: Pictured) => string;
}

const steam = (picture: string): string => `https://community.akamai.steamstatic.com/economy/image/${picture}/330x192`;
const wearOf = (name: string) => wears.find((wear) => name.endsWith(` (${wear})`)) ?? '';
const short = (name: string) => wearOf(name).replace(/[^A-Z]/g, '');

const sites: Readonly<Record<string, PictureSite>> = {
  shadowpay: {
    url: 'https://shadowpay.com/en/user/inventory',
    feed: 'https://shadowpay.com/api/market/inventory',
    answer: (items) => ({
      inv: items.map(({ name, picture }) => ({ steam_market_hash_name: name, icon_url: picture })),
    }),
    card: ({
      name,
      picture,
    }) => `<div class="user-inventory__items-wrapper"><div class="item-sell-card">${wearOf(name) ?? ''}
      <div class="item-sell-card__container"><img class="img-lazy" src="${steam(picture)}"></div></div></div>`,
  },
  avanmarket: {
    url: 'https://avan.market/en/sell',
    feed: 'https://avan.market/v1/api/users/inventory',
    answer: (items) =>
      items.map(({ name, picture }) => ({
        name: name.replace(/ \([^()]*\)$/, ''),
        quality: wearOf(name),
        iconUrl: picture,
        appId: 730,
      })),
    card: ({ name, picture }) => `<div class="ItemCard_container__x">${wearOf(name) ?? ''}
      <img src="/_next/image?url=${encodeURIComponent(steam(picture))}"></div>`,
  },
  csmoney: {
    url: 'https://cs.money/market/instant-sell/',
    feed: 'https://cs.money/1.0/market/user-inventory?limit=60',
    answer: (items) => ({
      items: items.map(({ name, picture }, at) => ({
        id: at + 1,
        appId: 730,
        asset: {
          names: { full: name },
          quality: short(name).toLowerCase(),
          images: { steam: steam(picture) },
          isStatTrak: name.includes('StatTrak™'),
          isSouvenir: false,
        },
      })),
    }),
    card: ({ name, picture }) => `<div data-card-item-id=""><img src="https://i/rs/plain/${steam(picture)}">
      <i>${name.includes('StatTrak™') ? 'ST / ' : ''}${short(name)}</i></div>`,
  },
  pirateswap: {
    url: 'https://pirateswap.com/exchanger',
    feed: 'https://web.pirateswap.com/inventory/v2/ExchangerInventory?page=1&results=40',
    answer: (items) => ({
      items: items.map(({ name, picture }) => ({
        marketHashName: name,
        icon: picture,
        exterior: wearOf(name),
        float: 0.0312,
      })),
    }),
    card: ({
      name,
      picture,
    }) => `<div data-testid="exchanger-card"><img class="SkinCardImage_x" src="${steam(picture)}">
      <p>${short(name)} - 0.0312</p></div>`,
  },
  tradeit: {
    url: 'https://tradeit.gg/csgo/sell',
    feed: 'https://tradeit.gg/api/v2/inventory/my/data?gameId=730',
    answer: (items) => ({
      items: Object.fromEntries(items.map(({ name, picture }, at) => [at, [{ name, imgURL: steam(picture) }]])),
    }),
    card: ({
      picture,
    }) => `<div class="item-cell"><div class="item-details"><img class="item-image" src="${steam(picture)}">
      </div></div>`,
  },
};

/** The items that the cards of `shown` are read as after each of some answers. */
function readAfter(id: string, answers: readonly (readonly Pictured[])[], shown: readonly Pictured[]) {
  const { url, feed, answer, card } = sites[id] ?? expect.fail(id);
  const document = documentAt(url, `<html lang="en"><body>${shown.map(card).join('')}</body></html>`);
  const known = knownRows();
  return answers.map((items) => {
    known.add(rowsFrom(id, feed, answer(items)));
    return cardsIn(id, document, known).map(({ read }) => readingOf(read)?.item);
  });
}

const pair = (name: string, twin: string, picture = 'picture-1'): readonly [Pictured, Pictured] => [
  { name, picture },
  { name: twin, picture },
];

const tigerTooth = pair(
  '★ M9 Bayonet | Tiger Tooth (Factory New)',
  '★ StatTrak™ M9 Bayonet | Tiger Tooth (Factory New)',
);

const tellsTwinsApart = (id: string) => id === 'csmoney';

describe.each(Object.keys(sites))('%s', (id) => {
  const expectNoTwin = ([plain, twin]: readonly [Pictured, Pictured]) => {
    const [first, second] = readAfter(id, [[plain], [twin], [plain]], [plain]);
    expect(first).toEqual([plain.name]);
    expect(second).toEqual([tellsTwinsApart(id) ? plain.name : undefined]);
  };

  test('a card is not renamed by a later answer with its StatTrak™ twin', () => expectNoTwin(tigerTooth));

  test.skipIf(!hasCaptures)('nor by one of the real pairs of CSGOEmpire and CS.MONEY', () => {
    expect(realPairs()).toHaveLength(7);
    for (const each of realPairs()) expectNoTwin(each);
  });

  test('a card is its own item or none after any answers, and never named again', () => {
    const items = [
      ...tigerTooth,
      ...pair('AK-47 | Redline (Field-Tested)', 'StatTrak™ AK-47 | Redline (Field-Tested)', 'picture-2'),
    ];
    const answers = fc.array(fc.subarray(items, { minLength: 1 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(answers, (told) => {
        const shown = items.filter((item) => told[0]?.includes(item));
        const named = readAfter(id, told, shown);
        for (const [at, { name }] of shown.entries()) {
          const history = named.map((items) => items[at]);
          const end = history.indexOf(undefined);
          expect(history.slice(0, end < 0 ? undefined : end)).toEqual(Array(end < 0 ? told.length : end).fill(name));
          if (end >= 0) expect(new Set(history.slice(end))).toEqual(new Set([undefined]));
        }
      }),
      { seed, numRuns: runs(30) },
    );
  });
});

/** Plain and StatTrak™ items of one picture and wear, in answers that CSGOEmpire and CS.MONEY have sent. */
function realPairs(): readonly (readonly [Pictured, Pictured])[] {
  const empire = listAt(capture('csgoempire-trade-events-2025-10.json'), 'data')
    .map(fieldsOf)
    .map(({ market_name, icon_url }) => [textOf(market_name) ?? '', textOf(icon_url) ?? ''] as const);
  const money = ['2024-07-26', '2024-07-27', '2024-12-05', '2024-12-07']
    .flatMap((day) => listAt(capture(`csmoney-sell-orders-${day}.json`), 'items'))
    .map((order) => {
      const picture = textOf(at(order, 'asset', 'images', 'steam')) ?? '';
      return [textOf(at(order, 'asset', 'names', 'full')) ?? '', picture.split('/').at(-1) ?? ''] as const;
    });
  return [empire, money].flatMap((items) => {
    const named = Map.groupBy(items, ([name, picture]) => `${picture} ${wearOf(name)}`);
    return [...named.values()].flatMap((same) => {
      const [plain, twin] = [...new Set(same.map(([name]) => name))].toSorted(
        (one, other) => one.length - other.length,
      );
      return plain && twin ? [pair(plain, twin, same[0]?.[1])] : [];
    });
  });
}
