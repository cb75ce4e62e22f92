import { marketHosts, type marketIds } from '#core/prices/markets.ts';
import { everyName } from '../core/every-name.ts';

const names = everyName.filter((_, at) => at % 1709 === 0).slice(0, 21);
const byName = (entry: (at: number) => unknown) => Object.fromEntries(names.map((name, at) => [name, entry(at)]));
const updated_at = '2026-11-20T10:00:00.000Z';

const partnerRow = (at: number) => ({
  price_buff: at * 7 + 1,
  ...(at % 4 === 0 && { price_uu: at % 3 ? at * 7 + 2 : null, price_csfloat: at % 8 ? at * 7 + 3 : 0 }),
  ...(at % 4 === 0 && { liquidity: at * 2.5, is_inflated: at % 5 === 0 }),
});
/** Every seventh entry is complete; the others are short, for speed. */
const entry = (at: number, market: (typeof marketIds)[number]) => ({
  ...(market === 'csgoroll' ? { coins: at + 0.5 } : { price: at * 11 + 1 }),
  ...(at % 7 === 0 && {
    avg_7: at * 10.5,
    count: at,
    is_inflated: at % 2 === 0,
    updated_at,
    link: `https://${marketHosts[market][0]}/item/${at}?ref=x&id=${at}`,
  }),
});
const item = (at: number) => ({
  buff163: entry(at, 'buff163'),
  ...(at % 7 === 0 && { csgoroll: entry(at, 'csgoroll'), liquidity: 1 }),
});

export const bodies = {
  partner: JSON.stringify(byName(partnerRow)),
  prices: JSON.stringify({ updated_at, markets: ['buff163', 'csgoroll'], items: byName(item) }),
  csgoroll: JSON.stringify({ updated_at, items: byName((at) => ({ coins: at + 0.25 })) }),
};
export const shapes = ['partner', 'prices', 'csgoroll'] as const;
export type Shape = (typeof shapes)[number];
