import { dayMs, halfHourMs } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';

export const now = Date.parse('2026-11-24T10:10:00.000Z');
export const today = Math.floor(now / dayMs);
export const item = 'AK-47 | Redline (Field-Tested)';
export const markets: readonly MarketId[] = ['csgoroll', 'buff163'];
export const slot = Math.floor(now / halfHourMs);
export const history = {
  buff163: { days: [today - 2, [110, -5], [10, 0], [10, 0]], recent: [slot, [111]], gone: 40 },
  csgoroll: { days: [today - 1, [160], [10], [15]], recent: [0, []], gone: 2.5 },
  steam: { days: [today - 1, [1], [0], [0]], recent: [0, []] },
};
export const groupOf = (histories: object, bits = 0) => ({ bits, since: today - 4, histories });
export const good = groupOf({ [item]: history });
