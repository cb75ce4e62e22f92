import { currenciesOf } from '#core/currencies.ts';

/** What a column of a table says of its line. `ignored`: the user says that it means nothing here. */
const columnRoles = ['name', 'count', 'paid', 'paid-total', 'currency', 'sold', 'side', 'game', 'ignored'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/**
 * Heads of columns as other tools write them, in lower case without signs: "Purchase Price ($)" is `purchaseprice`. Where a
 * table has several of a role, the first one here counts: "name" may be a translation beside "market_hash_name".
 */
const headsOf: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  name: ['markethashname', 'hashname', 'itemname', 'item', 'skinname', 'fullname', 'name', 'skin'],
  count: ['count', 'quantity', 'qty', 'combinedqty', 'totalqty', 'pieces', 'units', 'amount'],
  paid: [
    ...['paideach', 'paid', 'buyprice', 'purchaseprice', 'entryprice', 'boughtat', 'boughtfor', 'unitcost', 'costeach'],
    ...['averagecost', 'avgcost', 'avgbuyprice', 'averagebuyprice', 'buyin', 'cost'],
  ],
  'paid-total': ['paidtotal', 'totalpaid', 'totalcost', 'totalinvested', 'invested', 'investment', 'costbasis'],
  currency: ['currency', 'currencycode', 'curr', 'ccy'],
  sold: [
    'sold',
    'solddate',
    'soldat',
    'soldfor',
    'soldprice',
    'selldate',
    'sellprice',
    'saleprice',
    'saledate',
    'exitprice',
    'closedat',
    'closedate',
  ],
  side: ['type', 'side', 'action', 'transaction', 'transactiontype', 'event', 'operation', 'status', 'state'],
  game: ['game', 'appid', 'app', 'gameid', 'appname'],
};

/** Amounts that may be what was paid, or what is asked today: only the user knows. */
const unclear = /(?:price|cost|value|worth|paid|total)$/;

/** Heads of our own tables that hold amounts of today (`price_usd`, `buff163_net_usd`): nothing to ask about. */
const ownAmount = /^[a-z0-9]+_(?:[a-z]+_)?usd$/;

export interface TableColumn {
  readonly head: string;
  readonly role: ColumnRole | undefined;
  /** Whether the head names another currency than the dollar, as in "Buy price (EUR)". */
  readonly isForeign: boolean;
  /** Whether an amount stands in it of which nobody said what it is. */
  readonly isUnclear: boolean;
  /** Whether the user said the role. */
  readonly isChosen: boolean;
}

/** The currencies that a sign or code in a file may mean: a bare "$" is the US dollar. */
export const currenciesInFile = (sign: string): readonly string[] =>
  [sign, sign.toUpperCase()].map((each) => currenciesOf(each, { $: 'USD' })).find(({ length }) => length > 0) ?? [];

/** The words of a head, in lower case, and whether one of them is another currency than the dollar. */
function readHead(head: string): { readonly plain: string; readonly isForeign: boolean } {
  const words = head.split(/[\s_()[\]/:-]+/).filter(Boolean);
  const currencies = words.map(currenciesInFile);
  const plain = words.filter((_, at) => currencies[at]?.length === 0).join('');
  return {
    plain: plain.toLowerCase().replace(/[^\p{L}\d]+/gu, ''),
    isForeign: currencies.some((codes) => codes.length > 0 && !codes.includes('USD')),
  };
}

/**
 * The columns of a header; `undefined` when no cell of the row is the head of a column of names.
 * @param chosen what the user said of columns, by their heads
 */
export function columnsOfTable(
  heads: readonly string[],
  chosen: Readonly<Record<string, ColumnRole>> = {},
): readonly TableColumn[] | undefined {
  const read = heads.map(readHead);
  const roles = new Map<number, ColumnRole>();
  for (const role of columnRoles) {
    const isMany = role === 'sold' || role === 'side';
    const places = (headsOf[role] ?? []).flatMap((name) =>
      read.flatMap(({ plain }, at) => (plain === name ? [at] : [])),
    );
    for (const at of isMany ? places : places.slice(0, 1)) if (!roles.has(at)) roles.set(at, role);
  }
  for (const [at, head] of heads.entries()) {
    const role = Object.hasOwn(chosen, head) ? chosen[head] : undefined;
    if (role) roles.set(at, role);
  }
  if (![...roles.values()].includes('name')) return undefined;
  const knowsPaid = [...roles.values()].some((role) => role === 'paid' || role === 'paid-total');
  return heads.map((head, at) => ({
    head,
    role: roles.get(at),
    isForeign: read[at]?.isForeign === true,
    isChosen: Object.hasOwn(chosen, head),
    isUnclear: !roles.has(at) && !knowsPaid && unclear.test(read[at]?.plain ?? '') && !ownAmount.test(head),
  }));
}
