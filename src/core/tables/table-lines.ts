import { buildName } from '#core/items/name-pieces.ts';
import { hasPhases } from '#core/items/names.ts';
import { type DecimalSign, type Money, readDecimal } from '#core/money/money.ts';
import { type AmountOptions, amountInCell, currenciesInFile, decimalSignOf, isNumeric } from '#core/tables/amounts.ts';
import { type ColumnRole, isMeaningless, plainWord, type TableColumn } from '#core/tables/column-roles.ts';

/** Most of one item in a line. */
export const maxCount = 1_000_000;
/** Lines of a table that are read, at most, and UTF-16 units: Steam's JSON of a full inventory has some MB. */
export const maxLines = 10_000;
export const maxCharacters = 20_000_000;

export interface ReadOptions {
  /** What the user said of columns, by their heads. */
  readonly chosen?: Readonly<Record<string, ColumnRole>> | undefined;
  /** Leaves lines unread whose amounts cannot be read; without it amounts do not matter. */
  readonly amounts?: AmountOptions | undefined;
}

export interface LineReading {
  readonly name: string;
  readonly count: number;
}

export interface ItemLine {
  readonly text: string;
  /** From 1, with the header. */
  readonly line: number;
  /** The plainest first: a name may hold a comma ("Music Kit | Darude, Moments CSGO"). */
  readonly readings: readonly LineReading[];
  /** What was paid for each one; `null` where the table does not say. */
  readonly paid: Money | null;
  /** What our own portfolio's file says of a purchase, as it says it. */
  readonly bought?: Readonly<Record<string, unknown>> | undefined;
  /** Of a line that is a sale in our own portfolio's file: what arrived for each one, and when, ms since the epoch. */
  readonly sale?: { readonly received: Money; readonly soldAt: number } | undefined;
}

/**
 * Why a line was not read. `name`: no name of an item; `count`: no count, several, or too many; `paid`: an amount that is none
 * or may mean two; `currency`: an amount in two currencies, or in one without a rate; `unnamed`: one whose currency nobody said;
 * `sold`: a sale or a closed position; `action`: an unknown word of an action; `parts`: columns of wear, StatTrak™ or phase that
 * are unclear or contradict the name; `game`: another game's item.
 */
export type LineProblem = 'name' | 'parts' | 'count' | 'paid' | 'currency' | 'unnamed' | 'sold' | 'action' | 'game';

export interface UnreadLine {
  readonly text: string;
  readonly line: number;
  readonly problem: LineProblem;
}

/** Why nothing of a text was read: JSON without items, or a quotation mark that does not close. */
export type TableProblem = 'json' | 'quotes';

export interface ReadTable {
  readonly items: readonly ItemLine[];
  readonly unread: readonly UnreadLine[];
  /** Empty where the text has no header. */
  readonly columns: readonly TableColumn[];
  /** The items of the whole of which the text is a part; absent where it does not say so. */
  readonly of?: number | undefined;
  readonly isCut: boolean;
  readonly problem: TableProblem | undefined;
}

/** A row of cells; its first is line 1. */
export interface CellRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The cell of a role; '' where the table has no such column. */
type CellOf = (role: ColumnRole) => string;

/** Reads the lines of a table by the roles of its columns. A line with count 0 is no item, and neither is it unread. */
export function readCells(
  rows: readonly CellRow[],
  columns: readonly TableColumn[],
  { amounts, delimiter }: ReadOptions & { delimiter: string },
): readonly (ItemLine | UnreadLine)[] {
  const places = Map.groupBy(columns.keys(), (at) => columns[at]?.role);
  const told = columns.map((column) => !isMeaningless(column));
  const amountsIn = ({ cells }: CellRow) => ({ cells: cells.filter((_, at) => told[at]) });
  const decimal = decimalSignOf(rows.map(amountsIn), delimiter);
  const amountsOf = amounts && amountsReader(columns, decimal, amounts);
  return rows.flatMap(({ cells, line }): (ItemLine | UnreadLine)[] => {
    if (cells.every((cell) => cell === '')) return [];
    const cellOf: CellOf = (role) => cells[places.get(role)?.[0] ?? -1] ?? '';
    const some = (role: ColumnRole, is: (cell: string) => boolean) =>
      places.get(role)?.some((at) => is(cells[at] ?? '')) === true;
    const about = { text: cells.join(' ').slice(0, 200), line };
    const [name, count] = [readName(cellOf), readCount(cellOf('count'), decimal)];
    const problem = ((): LineProblem | undefined => {
      if (name === '') return 'name';
      if (some('game', (cell) => !isOurGame(cell))) return 'game';
      if (some('sold', isSaid) || some('side', isSale) || (!amounts && cellOf('received-at'))) return 'sold';
      if (some('side', (cell) => !isPurchase(cell))) return 'action';
      return name === undefined ? 'parts' : undefined;
    })();
    if (count === 0 && !problem) return [];
    if (problem || name === undefined || count === undefined) return [{ ...about, problem: problem ?? 'count' }];
    const read = amountsOf?.(cells, count) ?? { paid: null };
    return [
      typeof read === 'string' ? { ...about, problem: read } : { ...about, readings: [{ name, count }], ...read },
    ];
  });
}

const yes = new Set('1 true yes y x ja да sim 是 oui tak si evet stattrak souvenir st'.split(' '));
const no = new Set(['', ...'0 false no n nein нет nao 否 non nie hayır hayir none na'.split(' ')]);

/** Whether a cell says yes; `undefined` for any other word than one of yes or no. */
function readFlag(cell: string): boolean | undefined {
  if (/^[✓✔☑]$/u.test(cell)) return true;
  const word = plainWord(cell);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** A name of all columns that belong to it; '' without one, `undefined` where they contradict each other. */
function readName(cellOf: CellOf): string | undefined {
  const [full, weapon, skin] = [cellOf('name'), cellOf('weapon'), cellOf('skin')];
  const base = weapon !== '' && !full.includes('|') ? [weapon, full || skin].filter(Boolean).join(' | ') : full;
  // A wear value is no wear.
  const wear = isNumeric(cellOf('wear')) ? '' : cellOf('wear');
  const marks = (['stattrak', 'souvenir'] as const).map((role) => readFlag(cellOf(role)));
  const [statTrak, souvenir] = marks;
  if (base === '') return '';
  if (marks.includes(undefined)) return undefined;
  const isDenied = (role: 'stattrak' | 'souvenir', said: boolean | undefined, word: RegExp) =>
    cellOf(role) !== '' && said === false && word.test(base);
  if (isDenied('stattrak', statTrak, /stattrak/i) || isDenied('souvenir', souvenir, /^souvenir/i)) return undefined;
  const name = wear || statTrak || souvenir || base !== full ? buildName({ base, wear, statTrak, souvenir }) : base;
  const isPhased = !no.has(plainWord(cellOf('phase')));
  return isPhased && !hasPhases(name ?? '') ? undefined : name;
}

/** Reads what was paid for each item of a line, and what arrived for each where the line is one of our own sales. */
function amountsReader(columns: readonly TableColumn[], decimal: DecimalSign | undefined, options: AmountOptions) {
  const placeOf = (wanted: ColumnRole) => columns.findIndex(({ role }) => role === wanted);
  const amountAt = (at: number, currencyAt: number) => (cells: readonly string[]) => {
    const code = cells[currencyAt] ?? '';
    const named = [...(columns[at]?.currencies ?? []), ...(code === '' ? [] : [currenciesInFile(code, options.rated)])];
    return amountInCell(cells[at] ?? '', { ...options, decimal, named });
  };
  const [each, soldAt] = [placeOf('paid'), placeOf('received-at')];
  const paidOf = amountAt(each < 0 ? placeOf('paid-total') : each, placeOf('currency'));
  const receivedOf = amountAt(placeOf('received'), placeOf('received-currency'));
  const thenOf = amountAt(placeOf('paidThen'), placeOf('then-currency'));
  const boughtOf = (cells: readonly string[]): ItemLine['bought'] => {
    const then = thenOf(cells);
    const said = purchaseRoles.flatMap((role) => {
      const cell = cells[placeOf(role)];
      return cell ? [[role, purchaseCells[role](cell)] as const] : [];
    });
    return { ...Object.fromEntries(said), ...(then && typeof then === 'object' && { paidThen: then }) };
  };
  return (cells: readonly string[], count: number): Pick<ItemLine, 'paid' | 'bought' | 'sale'> | LineProblem => {
    const read = paidOf(cells);
    if (typeof read === 'string') return read;
    // Never rounded to whole cents a piece: the total stays as it was typed.
    const paid = read && each < 0 ? { ...read, cents: read.cents / count } : read;
    const bought = boughtOf(cells);
    if (!cells[soldAt]) return { paid, bought };
    const [received, at = -1] = [receivedOf(cells), timeOf(cells[soldAt])];
    if (typeof received === 'string') return received;
    return received && at >= 0 ? { paid, bought, sale: { received, soldAt: at } } : 'sold';
  };
}

/** As our own file writes it: a spreadsheet may make "03.04.2026" of it. */
const timeOf = (cell = ''): number | undefined => (/^\d{4}-\d\d-\d\d/.test(cell) ? Date.parse(cell) : undefined);

/** What our own file says of a purchase, by the cell of its role. */
const purchaseCells = {
  site: String,
  boughtAt: timeOf,
  wearValue: (cell: string) => Number(cell.replace(',', '.')),
  lockedUntil: timeOf,
} as const satisfies Partial<Record<ColumnRole, (cell: string) => unknown>>;
const purchaseRoles = Object.keys(purchaseCells) as readonly (keyof typeof purchaseCells)[];

/** Words of purchases and open positions, and of sales and closed ones, in a column of actions or states. */
const purchases = `buy bought purchase purchased open holding hold held owned active in instock deposit kauf gekauft kaufen покупка куплено
  купил купить compra comprado comprar 买入 购买 买 求购 achat achete acheter kupno zakup kupione kupiono alıs alım satınalma alis`;
const sales = `sell sells sold sale sales closed withdraw withdrawal withdrawn gifted lost verkauf verkauft verkaufen продажа продано
  продал venda vendido vendida vender 出售 卖出 售出 卖 vente vendu vendre sprzedaz sprzedane sprzedano venta vendida satıs satıldı satis`;
const wordsOf = (text: string): ReadonlySet<string> => new Set(['', ...text.split(/\s+/).map(plainWord)]);
const [bought, soldWords] = [wordsOf(purchases), wordsOf(sales)];
const isPurchase = (cell: string): boolean => bought.has(plainWord(cell));
const isSale = (cell: string): boolean =>
  cell.split(/[\s,;/-]+/).some((word) => word !== '' && soldWords.has(plainWord(word) || '-'));
const isSaid = (cell: string): boolean => !/^(?:|0+(?:[.,]0+)?|no|false|-|n\/a|none|null)$/i.test(cell.trim());
const isOurGame = (cell: string): boolean => /^(?:|730|cs ?2|cs:? ?go|counter[- ]?strike.*)$/i.test(cell.trim());

/** A whole number, 1 where none is given; `undefined` for any other text. */
function readCount(cell: string, decimal: DecimalSign | undefined): number | undefined {
  const digits = cell.replace(/^[x×*]\s*|\s*[x×*]$/i, '');
  if (digits === '') return cell === '' ? 1 : undefined;
  const count = Number(readDecimal(digits, decimal) ?? Number.NaN);
  return Number.isInteger(count) && count <= maxCount ? count : undefined;
}
