import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { ageMs } from '#core/prices/age.ts';
import { isMarketId, marketNames } from '#core/prices/markets.ts';
import { lessBy, type SeenListing } from '#core/prices/seen-listings.ts';
import type { ComparedSeen } from '#ui/overlay/panel-model.ts';
import { formatAge, formatNumber } from '#ui/words/format.ts';
import { conversionFact } from '#ui/words/overlay-words.ts';
import { ownAmount } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

/** What the user has just seen on any page, as facts of that page. */
export const seenTexts = (seen: ComparedSeen, now: number, shown: Rate) => [
  ...(seen.beaten ? [beatenText(seen.beaten, seen, now, shown)] : []),
  ...(seen.lowest ? [lowestText(seen.lowest, now, shown)] : []),
];

/** The site's name, and how long ago its page showed the listing. */
const whereOf = ({ site, address, at }: SeenListing, now: number) =>
  [isMarketId(site) ? marketNames[site] : new URL(address).hostname, formatAge(ageMs(at, now))] as const;

function beatenText(seen: SeenListing, { of }: ComparedSeen, now: number, shown: Rate) {
  const [site, age] = whereOf(seen, now);
  const { cents, currency } = lessBy(seen, of);
  const isConverted = currency === 'USD';
  const less: Money = isConverted ? inCurrency(cents, shown) : { cents, currency };
  const [wear = '', own = ''] = [seen, of].map(({ wearValue = 0 }) => formatNumber(wearValue, 'precise'));
  const rates = [of, seen].flatMap(({ typed }) => (isConverted && typed && typed.code !== 'USD' ? typed : []));
  return {
    act: 'beaten' as const,
    site,
    text: text('panelBeaten', site, ownAmount(less, shown.code), wear, own, age),
    title: [ownAmount(seen.listing, shown.code), conversionFact(rates)?.title].filter(Boolean).join('. '),
  };
}

function lowestText(seen: SeenListing, now: number, shown: Rate) {
  const [site, age] = whereOf(seen, now);
  const words = text('panelLowest', seen.phase ?? '', ownAmount(seen.listing, shown.code), site, age);
  return { act: 'lowest' as const, site, text: words, title: text('panelLowestTitle') };
}
