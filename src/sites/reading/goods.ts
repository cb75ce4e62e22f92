import { isPlausibleName } from '#core/items/names.ts';
import type { Row } from '#core/site.ts';
import { at, type Fields, fieldsOf, idOf, isOtherApp, textOf } from '#sites/reading/values.ts';

/** What BUFF163 and Buff.market, of one house, call goods: the items of one name, under an id. */

export const goodsKey = (id: string | undefined): string => `goods ${id}`;

/** Goods without a game count as CS2. */
export const isOtherGame = ({ appid, game }: Fields): boolean =>
  isOtherApp(appid) || (game !== undefined && game !== 'csgo');

export function rowFromGoods(id: unknown, value: unknown): Row | undefined {
  const [key, name] = [idOf(id), textOf(at(value, 'market_hash_name')) ?? ''];
  if (!key) return undefined;
  if (isOtherGame(fieldsOf(value))) return { key: goodsKey(key), otherGame: true };
  return isPlausibleName(name) ? { key: goodsKey(key), item: name } : undefined;
}

/** @throws TypeError for an answer that tells of no goods */
export function rowsFromInfo(body: unknown): readonly Row[] {
  const data = at(body, 'data');
  if (idOf(at(data, 'id')) === undefined) throw new TypeError('no goods');
  return [rowFromGoods(at(data, 'id'), data)].flatMap((row) => row ?? []);
}
