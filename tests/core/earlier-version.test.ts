import { expect, test } from 'vitest';
import { steamSelling } from '#core/fees.ts';
import { parsePortfolio } from '#core/portfolio.ts';
import { parseSettings } from '#core/settings.ts';
import { parseWatchList } from '#core/watch-list.ts';
import { parseSavedViews } from '#explore/state/saved-views.ts';
// All of `storage.local` after version 9625d8a wrote it in Chromium, with every setting changed.
import stored from './stored-by-9625d8a.json' with { type: 'json' };

test('an update keeps every setting; Steam’s fee becomes exact', () => {
  const { fees, ...others } = stored.settings;
  expect(parseSettings(stored.settings)).toMatchObject({
    ...others,
    version: 4,
    fees: { ...fees, markets: { ...fees.markets, steam: { ...fees.markets.steam, selling: steamSelling } } },
  });
});

test('an update keeps the watch list with its alerts', () => {
  expect(parseWatchList(stored.watch)).toEqual(stored.watch);
});

test('an update keeps the portfolio', () => {
  expect(parsePortfolio(stored.portfolio).items).toEqual(stored.portfolio.items);
});

test('an update keeps the saved views', () => {
  expect(parseSavedViews(stored['explore-views'])).toEqual(stored['explore-views']);
});
