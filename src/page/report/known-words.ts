import { prefixedTypes, weapons } from '#core/items/item-kinds.ts';
import { phases } from '#core/items/phases.ts';
import { wearInitials, wears } from '#core/items/wears.ts';

/** Words of the trade. A text of a card is shown with these, and with every other letter as "a". */
const marketWords = [
  ...wears,
  ...wears.map(wearInitials),
  ...phases,
  'StatTrak™',
  'StatTrak',
  'Souvenir',
  ...weapons,
  ...prefixedTypes,
  ...'Doppler Knife Gloves Slab Case Capsule Graffiti Agent Music Kit'.split(' '),
  ...'Float Buy Sell Bid Offer Price Sold USD EUR CNY GBP RUB'.split(' '),
].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Matches each word of the trade as a whole word. */
export const marketWord = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${marketWords.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');

/** Words of programmers, of which the names of fields, paths and attributes consist. None is a person's name. */
const programWords = new Set(
  (
    'a account active add all amount api app appid apps ask asset assets attributes auction available avatar average avg ' +
    'base bid bids body box browse btn button buy buyer by card cards cart case category catalog cell cents class code ' +
    'collection color colour column condition config content context count country created crypto csgo cs cs2 currency ' +
    'current cursor data date deal deals description detail details discount display edges en en-us error errors exchange ' +
    'expires exterior extra feed fee fees field fields filter finish flag float footer full game games goods grade grid group ' +
    'has hash hash_name header height hot href icon id ids image images img index info input inspect instant is item items ' +
    'key kind label last lang language level limit line link list listing listings lists locale lowest main map market ' +
    'markets max message meta min minimum mode model more my name names new next node nodes object of offer offers offset ' +
    'on order orders page pages pagination paint panel path pattern per phase price prices product products props quality ' +
    'quantity quick rarity rate reference result results row rows sale search sell seller section seed short shop site size ' +
    'skin skins slug sold sort src stack state status steam sticker stickers stock style sub success suggested summary tab ' +
    'tag tags text thumb time timestamp title token tooltip total trade tradable tradeable trades type types unit updated ' +
    'url user users v v1 v2 v3 value values version view volume wear weapon width withdraw wrapper x y usd eur cny'
  ).split(' '),
);

/** Whether a name consists of programmers' words only: `market_hash_name`, `itemId`, `data-testid` does not. */
export function isProgramName(name: string): boolean {
  if (name.length > 60) return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.$-]+/);
  return programWords.has(name) || words.every((word) => programWords.has(word));
}
