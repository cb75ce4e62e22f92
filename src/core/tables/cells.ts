import { buildName } from '#core/items/name-pieces.ts';
import { hasPhases } from '#core/items/phases.ts';
import { type DecimalSign, readDecimal } from '#core/money/decimal-text.ts';
import { hundredths, parsePrinted } from '#core/money/money.ts';
import {
  type ColumnRole,
  currenciesInFile,
  isNumeric,
  plainWord,
  type TableColumn,
} from '#core/tables/column-roles.ts';
import {
  type CellRow,
  type ItemLine,
  type LineProblem,
  maxCount,
  type ReadOptions,
  type UnreadLine,
} from '#core/tables/table-lines.ts';

/** The cell of a role; '' where the table has no such column. */
type CellOf = (role: ColumnRole) => string;

/** Reads the lines of a table by the roles of its columns. A line with count 0 is no item, and neither is it unread. */
export function readCells(
  rows: readonly CellRow[],
  columns: readonly TableColumn[],
  { needsPaid = false, delimiter }: ReadOptions & { delimiter: string },
): readonly (ItemLine | UnreadLine)[] {
  const places = Map.groupBy(columns.keys(), (at) => columns[at]?.role);
  const decimal = decimalSignOf(rows, delimiter);
  const paidOf = paidReader(columns, decimal);
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
      if (some('sold', isSaid) || some('side', isSale)) return 'sold';
      if (some('side', (cell) => !isPurchase(cell))) return 'action';
      return name === undefined ? 'parts' : undefined;
    })();
    if (count === 0 && !problem) return [];
    if (problem || name === undefined || count === undefined) return [{ ...about, problem: problem ?? 'count' }];
    const paid = needsPaid ? paidOf(cells, count) : null;
    if (typeof paid === 'string') return [{ ...about, problem: paid }];
    return [{ ...about, readings: [{ name, count }], paidCents: paid }];
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

/** Reads what was paid for each item of a line, USD cents; `null` where the table does not say. */
function paidReader(columns: readonly TableColumn[], decimal: DecimalSign | undefined) {
  const each = columns.findIndex(({ role }) => role === 'paid');
  const at = each < 0 ? columns.findIndex(({ role }) => role === 'paid-total') : each;
  const currency = columns.findIndex(({ role }) => role === 'currency');
  return (cells: readonly string[], count: number): number | null | 'paid' | 'currency' => {
    const [paid = '', code = ''] = [cells[at], cells[currency]];
    if (!isDollar(code) || (columns[at]?.isForeign && paid !== '')) return 'currency';
    const cents = readCents(paid, decimal);
    // Never rounded to whole cents a piece: the total stays as it was typed.
    return typeof cents === 'number' && each < 0 ? cents / count : cents;
  };
}

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
const isDollar = (cell: string): boolean => cell === '' || currenciesInFile(cell).includes('USD');

/** A whole number, 1 where none is given; `undefined` for any other text. */
function readCount(cell: string, decimal: DecimalSign | undefined): number | undefined {
  const digits = cell.replace(/^[x×*]\s*|\s*[x×*]$/i, '');
  if (digits === '') return cell === '' ? 1 : undefined;
  const count = Number(readDecimal(digits, decimal) ?? Number.NaN);
  return Number.isInteger(count) && count < 1e7 ? Math.min(count, maxCount) : undefined;
}

const readWith = (cell: string, decimal: DecimalSign | undefined) => {
  const isPlain = /^[\d.,\s'’]+$/.test(cell);
  return parsePrinted(cell, { decimal, symbols: { $: 'USD' }, ...(isPlain && { currency: 'USD' }) });
};

/**
 * The decimal sign of a file: the one by which all its numbers can be read. Columns by commas are written where a point is
 * the decimal sign, so there "3,400" are thousands.
 */
function decimalSignOf(rows: readonly CellRow[], delimiter: string): DecimalSign | undefined {
  const cells = rows.flatMap(({ cells }) =>
    cells.filter((cell) => cell.length < 24 && /\d[.,]/.test(cell) && isNumeric(cell)),
  );
  const only = (sign: DecimalSign, other: DecimalSign) =>
    cells.some((cell) => readWith(cell, sign) !== undefined && readWith(cell, other) === undefined);
  const [point, comma] = [only('.', ','), only(',', '.')];
  if (point !== comma) return point ? '.' : ',';
  return delimiter === ',' && !comma ? '.' : undefined;
}

/** USD cents of an amount, `null` where none is given, else why there is none. */
export function readCents(cell: string, decimal: DecimalSign | undefined): number | null | 'paid' | 'currency' {
  if (cell === '') return null;
  if (/^\$?\s*0+(?:[.,]0*)?$/.test(cell)) return 0;
  const read = readWith(cell, decimal);
  if (read && read.currency !== 'USD') return 'currency';
  const cents = read && hundredths(read.amount);
  if (cents !== undefined) return cents;
  const signs = cell.split(/[\d.,\s'’-]+/).filter(Boolean);
  return signs.some((sign) => !currenciesInFile(sign).includes('USD') && currenciesInFile(sign).length > 0)
    ? 'currency'
    : 'paid';
}
