import { marketIds } from '#core/prices/markets.ts';
import { currenciesInFile, isNumeric, numberOf } from '#core/tables/amounts.ts';

/**
 * Heads of columns as people and tools write them in English, German, Russian, Portuguese, Chinese, French, Polish, Spanish
 * and Turkish, as `plainHead` leaves them: "Purchase Price ($)" is `purchaseprice`. Where a table has several of a role, the
 * first one here counts: "name" may be a translation beside "market_hash_name".
 */
const headWords = {
  name: `markethashname hashname marketname itemname item skinname fullname name bezeichnung gegenstand artikel предмет название
    наименование имя nome itens produto 名称 物品名称 物品 饰品名称 饰品 道具 nom article objet nazwa przedmiot articulo objeto nombre
    urunadı urun isim esya ad skin`,
  weapon: 'weapon weaponname waffe оружие arma 武器 arme bron silah',
  skin: 'skin finish skinname скин 皮肤 skorka',
  wear: 'wear exterior condition abnutzung zustand износ качество desgaste exterieur usure zuzycie 外观 磨损 磨损度 asınma dısgorunus',
  stattrak: 'stattrak isstattrak stattrack st статтрек 暗金',
  souvenir: 'souvenir issouvenir andenken сувенир lembranca pamiatka recuerdo hatıra 纪念品',
  phase: 'phase фаза fase faza faz 相位',
  count: `count quantity qty combinedqty totalqty pieces pcs units amount anzahl menge stuck stuckzahl количество колво штук шт
    quantidade qtd qtde 数量 个数 件数 quantite nombre ilosc sztuk szt liczba cantidad unidades adet miktar`,
  paid: `paideach paid pricepaid buyprice purchaseprice entryprice boughtat boughtfor unitcost costeach averagecost avgcost avgbuyprice
    averagebuyprice buyin cost kaufpreis einkaufspreis gezahlt bezahlt ценапокупки ценазакупки закупка куплено купленоза
    precodecompra precocompra valorpago 买入价 买入价格 购买价 购买价格 购入价 成本 成本价 进价 prixdachat prixachat achat cenazakupu
    kosztzakupu preciodecompra preciocompra costo alısfiyatı`,
  'paid-total': `paidtotal totalpaid totalcost totalinvested invested investment costbasis gesamtkosten gesamtkaufpreis investiert
    общаяценапокупки custototal totalpago investido 总成本 总花费 couttotal totalinvesti kosztcałkowity costototal toplammaliyet`,
  currency:
    'paidcurrency currency currencycode curr ccy wahrung валюта moeda 货币 币种 devise waluta moneda parabirimi',
  sold: `sold solddate soldat soldfor soldprice selldate sellprice saleprice saledate exitprice closedat closedate credit verkauft
    verkaufspreis verkaufsdatum verkauftam продано ценапродажи датапродажи vendido precodevenda datadevenda 售出 卖出价 卖出价格
    卖出日期 出售价格 vendu prixdevente datedevente sprzedane cenasprzedazy datasprzedazy preciodeventa fechadeventa satısfiyatı`,
  side: `type side action transaction transactiontype event operation status state direction art aktion vorgang тип действие
    операция статус tipo acao operacao estado 类型 操作 状态 交易类型 方向 statut etat typ akcja rodzaj stan accion operacion tur
    islem durum`,
  /** Of the purchases in our own portfolio's file. */
  site: 'boughtsite',
  boughtAt: 'boughttime',
  wearValue: 'boughtwear',
  lockedUntil: 'lockeduntil',
  paidThen: 'ownpaid',
  'then-currency': 'ownpaidcurrency',
  /** Of the sales in it. */
  received: 'receivedeach',
  'received-currency': 'receivedcurrency',
  'received-at': 'receivedat',
  game: 'game appid app gameid appname spiel игра jogo 游戏 jeu gra juego oyun',
} as const;

/** What a column of a table says of its line. `ignored`: the user says that it means nothing here. */
export type ColumnRole = keyof typeof headWords | 'ignored';

/** A text in lower case without accents, spaces and signs. */
export const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\d]+/gu, '');

const isRole = (role: string): role is keyof typeof headWords => Object.hasOwn(headWords, role);
const headsOf = Object.entries(headWords).flatMap(([role, words]) =>
  isRole(role) ? [{ role, heads: words.split(/\s+/).map(plainWord) }] : [],
);

/** Columns that are read, at most: a table of people has fewer. */
export const maxColumns = 100;

/** Amounts that may be what was paid, or what is asked today: only the user knows. */
const unclear = /(?:price|cost|value|worth|paid|total)$/;
/** Heads of what was paid for each or for all. */
const ofUnknownCount = /^(?:cost|paid|boughtfor|gezahlt|bezahlt|закупка|купленоза|valorpago|成本)$/;
/** What was sold since, is left, or was paid in addition. */
const partial =
  /sold|remain|left$|fee|tax|com+is|verkauft|verbleib|gebuhr|steuer|prov[iy]s|продан|остал|комисс|налог|vend|restant|sprzedan|prowiz|satıl|komisyon|售|余|费|税/;
/** Numbers that say nothing of a count or of money. */
const meaningless = /^(?:float|floatvalue|wearvalue|paintseed|seed|pattern|assetid|id|no|nr|rank|index|year)$/;

/** Whether its numbers are those of a wear, a seed or an id: they may have another decimal sign than amounts. */
export const isMeaningless = ({ head, role }: Pick<TableColumn, 'head' | 'role'>): boolean =>
  role === undefined ? meaningless.test(plainWord(head)) : /^wear/.test(role);

/** Heads of our own tables (`buff163_net_usd`, `price_steam_eur`): their amounts are of today, and nothing is asked. */
const own = new RegExp(`(?:^|_)(?:${marketIds.join('|')})(?:_|$)`);

/** Heads of Explore's tables and of the comparison, in which no cost was paid and no credit is of a sale. */
const ofToday = /^(?:buy|sell|exit)_at$|^difference_percent$/;

export interface TableColumn {
  readonly head: string;
  readonly role: ColumnRole | undefined;
  /** For each currency that the head names, as in "Buy price (EUR)", what it may mean. */
  readonly currencies: readonly (readonly string[])[];
  /** Whether an amount or a number stands in it of which nobody said what it is. */
  readonly isUnclear: boolean;
  readonly isChosen: boolean;
}

/** The words of a head without currencies, and these. */
function readHead(head: string): { readonly plain: string; readonly currencies: TableColumn['currencies'] } {
  const words = head
    .slice(0, 200)
    .split(/[\s_()[\]/:-]+/)
    .filter(Boolean);
  const currencies = words.map((word) => currenciesInFile(word));
  return {
    plain: plainWord(words.filter((_, at) => currencies[at]?.length === 0).join('')),
    currencies: currencies.filter(({ length }) => length > 0),
  };
}

const isMoney = (cell: string): boolean => /\d[.,]\d\d\D{0,5}$/.test(cell);
/** A number of pieces, whatever the head: "x12". */
const isPieces = (cell: string): boolean => /^(?:[x×]\s*\d+|\d+\s*[x×])$/i.test(cell);

const sampleRows = 200;

/** `undefined` when no cell is the head of a column of names. @param rows the lines below. @param chosen the user's, by head */
export function columnsOfTable(
  heads: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[] = [],
  chosen: Readonly<Record<string, ColumnRole>> = {},
): readonly TableColumn[] | undefined {
  const read = heads.map(readHead);
  const cellsOf = (at: number) => rows.slice(0, sampleRows).flatMap(({ cells }) => (cells[at] ? [cells[at]] : []));
  const all = (at: number, is: (cell: string) => boolean) => cellsOf(at).length > 0 && cellsOf(at).every(is);
  const hasPaid = headsOf.some(
    ({ role, heads }) => role.startsWith('paid') && read.some(({ plain }) => heads.includes(plain)),
  );
  const isOfToday = heads.some((head) => ofToday.test(head));
  const roles = new Map<number, ColumnRole>();
  for (const { role, heads } of headsOf) {
    const isMany = role === 'sold' || role === 'side';
    // A count with two decimals throughout is money. An amount is one of pieces or of money: beside money it is one of pieces.
    const isMoneyAt = (at: number, name: string) => all(at, isMoney) || (name === 'amount' && !hasPaid);
    const means = (at: number, name: string) =>
      role === 'count' ? !isMoneyAt(at, name) : !(isOfToday && /^(?:cost|credit)$/.test(name));
    const places = heads.flatMap((name) =>
      read.flatMap(({ plain }, at) => (plain === name && means(at, name) ? [at] : [])),
    );
    for (const at of isMany ? places : places.slice(0, 1)) if (!roles.has(at)) roles.set(at, role);
  }
  const pieces = heads.findIndex((_, at) => !roles.has(at) && all(at, isPieces));
  if (pieces >= 0 && ![...roles.values()].includes('count')) roles.set(pieces, 'count');
  for (const [at] of roles)
    if (ofUnknownCount.test(read[at]?.plain ?? '') && isTotal(at, roles, rows)) roles.delete(at);
  for (const [at, head] of heads.entries()) {
    const role = Object.hasOwn(chosen, head) ? chosen[head] : undefined;
    if (role) roles.set(at, role);
  }
  const known = new Set(roles.values());
  if (!known.has('name') && !(known.has('weapon') && known.has('skin'))) return undefined;
  const knowsPaid = known.has('paid') || known.has('paid-total');
  const isOwn = isOfToday || heads.some((head) => own.test(head));
  const isUnclear = (at: number, plain: string): boolean => {
    if (roles.has(at) || isOwn || meaningless.test(plain)) return false;
    if (!knowsPaid && unclear.test(plain)) return true;
    return (partial.test(plain) || !(knowsPaid && known.has('count'))) && all(at, isNumeric);
  };
  return heads.map((head, at) => ({
    head,
    role: roles.get(at),
    currencies: read[at]?.currencies ?? [],
    isChosen: Object.hasOwn(chosen, head),
    isUnclear: isUnclear(at, read[at]?.plain ?? ''),
  }));
}

/** Whether a column may be the total of each line: everywhere it is another one times the count. */
function isTotal(
  at: number,
  roles: ReadonlyMap<number, ColumnRole>,
  rows: readonly { readonly cells: readonly string[] }[],
): boolean {
  const count = [...roles].find(([, role]) => role === 'count')?.[0] ?? -1;
  const several = rows.slice(0, sampleRows).filter(({ cells }) => numberOf(cells[count]) > 1);
  const isProduct = ({ cells }: (typeof several)[number], other: number) =>
    Math.abs(numberOf(cells[other]) * numberOf(cells[count]) - numberOf(cells[at])) < 0.01;
  return several[0]?.cells.some((_, other) => other !== at && several.every((row) => isProduct(row, other))) === true;
}

/** The columns of a header of which no word is known: each is asked about. */
export const unknownColumns = (heads: readonly string[]): readonly TableColumn[] =>
  heads.map((head) => ({ head, role: undefined, currencies: [], isUnclear: head !== '', isChosen: false }));
