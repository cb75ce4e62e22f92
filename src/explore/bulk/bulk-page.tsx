import { useState } from 'preact/hooks';
import { hundredthsOf } from '#core/money/money.ts';
import { inCurrency, type Rate, shownRate } from '#core/money/rates.ts';
import { marketNames } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ColumnId } from '#core/rows/view.ts';
import { maxLines, type ReadTable } from '#core/tables/table-lines.ts';
import { quantity } from '#core/tables/write-table.ts';
import { bestSale, isOfAnyPhase, linePieces } from '#explore/bulk/list-sums.ts';
import { WhereTable } from '#explore/bulk/where-table.tsx';
import type { MatchedLines } from '#explore/data/item-source.ts';
import { ScrollTable } from '#explore/item/market-table.tsx';
import { type PageProps, useRowModel } from '#explore/state/use-items.ts';
import { cellText, cellValue, columnWords, fileHead } from '#explore/table/cells.ts';
import { ExportButtons } from '#explore/table/menus.tsx';
import { Plain, Primary, Trouble } from '#ui/forms/parts.tsx';
import { LeftLines, type Said, TableQuestions, UnreadLines } from '#ui/forms/unread-lines.tsx';
import { countText, formatAmount } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

interface PricedList {
  readonly parsed: ReadTable;
  readonly matched: MatchedLines;
}

export function BulkPage(props: PageProps) {
  const { deps, settings, items, minute, onOpen } = props;
  const [pasted, setPasted] = useState('');
  const [list, setList] = useState<PricedList>();
  const [said, setSaid] = useState<Said>({});
  const [problem, setProblem] = useState('');
  const exits = useRowModel(props);
  // An item of the list is worth its price, however few are on offer. At its exit it must find a buyer.
  const model = useRowModel(props, { ...exits.view, rules: { ...exits.view.rules, overruled: ['offers'] } });
  const run = async (now: Said) => {
    setSaid(now);
    const { readTable } = await import('#core/tables/read-table.ts');
    const parsed = readTable(pasted, { chosen: now.chosen });
    setProblem(parsed.problem ? text(`table${keyOf(parsed.problem)}`) : '');
    const matched = await deps.source.match(parsed.items).catch((error) => {
      setProblem(text('exploreProblem', String(error)));
      return undefined;
    });
    setList(matched && { parsed, matched });
  };
  const shown = shownRate(settings, items.dated, minute);
  return (
    <section class="bulk" aria-labelledby="bulk-title">
      <h2 id="bulk-title">{text('exploreBulk')}</h2>
      <div class="with-side">
        <div class="list-input">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void run(said);
            }}
          >
            <p class="note">{text('exploreBulkWhat')}</p>
            <textarea
              class="input"
              rows={list ? 4 : 8}
              spellcheck={false}
              aria-label={text('exploreBulkList')}
              value={pasted}
              onInput={(event) => setPasted(event.currentTarget.value)}
            />
            <Primary type="submit">{text('exploreBulkRun')}</Primary>
            <Trouble>{problem}</Trouble>
          </form>
          {list && <TableQuestions table={list.parsed} said={said} onSay={(now) => void run(now)} />}
          {list && (
            <>
              <UnreadLines table={list.parsed} />
              {list.parsed.isCut && <p class="note warn">{text('exploreBulkTooLong', countText(maxLines))}</p>}
              <LeftLines head="exploreBulkUnmatched" lines={list.matched.unmatched} content={(line) => line.text} />
            </>
          )}
        </div>
        {list && (
          <div class="side">
            <WhereTable model={exits} rows={list.matched.rows} of={countOf(list)} shown={shown} />
          </div>
        )}
      </div>
      {list && <Priced {...{ list, model, exits, shown, deps, onOpen }} />}
    </section>
  );
}

/** All items of the list, also those that the table says it has more than it holds. */
const countOf = ({ matched: { rows }, parsed }: PricedList): number =>
  Math.max(
    parsed.of ?? 0,
    rows.reduce((sum, { count }) => sum + count, 0),
  );

interface PricedProps extends Pick<PageProps, 'deps' | 'onOpen'> {
  readonly list: PricedList;
  readonly model: RowModel;
  /** Counts no thin prices. */
  readonly exits: RowModel;
  readonly shown: Rate;
}

/** Rows that are drawn at once, at most; all of them are copied and counted. */
const maxDrawn = 500;

function Priced({ list: { matched }, model, exits, shown, deps, onOpen }: PricedProps) {
  const columns: readonly ColumnId[] = [
    'item',
    ...model.table.markets.map(({ market }): ColumnId => `price:${market}`),
  ];
  const { rows } = matched;
  return (
    <>
      {model.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      <ExportButtons deps={deps} tableOf={() => listTable({ model, exits }, matched, columns, shown)} />
      <ScrollTable
        kind="of-items"
        label={text('exploreBulkList')}
        heads={[
          columnWords('item'),
          { text: text('wordCount') },
          { text: text('exploreBulkBest'), title: text('exploreBulkBestTitle') },
          ...columns.slice(1).map(columnWords),
        ]}
      >
        {rows.slice(0, maxDrawn).map(({ row, count }) => (
          <BulkRow key={row} {...{ model, exits, columns, row, count, shown, onOpen }} />
        ))}
      </ScrollTable>
      {rows.length > maxDrawn && <p class="note">… {text('exploreCount', countText(rows.length))}</p>}
    </>
  );
}

interface BulkRowProps extends Pick<PricedProps, 'model' | 'exits' | 'shown' | 'onOpen'> {
  readonly columns: readonly ColumnId[];
  readonly row: number;
  readonly count: number;
}

function BulkRow({ model, exits, columns, row, count, shown, onOpen }: BulkRowProps) {
  const { offers } = linePieces(model, { row, count });
  const exit = bestSale(linePieces(exits, { row, count }), exits);
  const name = model.table.names[row] ?? '';
  return (
    <tr>
      <th scope="row">
        <Plain onClick={() => onOpen(name)}>{name}</Plain>
        {isOfAnyPhase(model, row) && (
          <span class="muted" title={text('overlayAnyPhaseTitle')}>
            {' '}
            {text('overlayAnyPhase')}
          </span>
        )}
      </th>
      <td>{countText(count)}</td>
      <td>{exit && `${formatAmount(inCurrency(exit.net, shown))} · ${marketNames[exit.market]}`}</td>
      {columns.slice(1).map((id) => {
        const cell = cellText(model, id, row, shown);
        const { cents } = offers.find(({ market }) => id === `price:${market}`) ?? {};
        return (
          <td key={id} class={cell.tone} title={cell.title}>
            {cell.text}
            {count > 1 && cents !== undefined && (
              <span class="muted line-sum">{formatAmount(inCurrency(cents * count, shown))}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** For a file: unit prices, counts, and what each line brings at its best market. It has no mark for prices of any phase. */
function listTable(
  { model, exits }: { readonly model: RowModel; readonly exits: RowModel },
  { rows, unmatched }: MatchedLines,
  columns: readonly ColumnId[],
  shown: Rate,
) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? undefined : hundredthsOf(inCurrency(cents, shown));
  const heads = [
    ...columns.map((id) => fileHead(id, shown)),
    'count',
    'best_market',
    `best_net_${shown.code}`.toLowerCase(),
  ];
  return [
    heads,
    ...rows.map(({ row, count }) => {
      const isLeftOut = (id: ColumnId) => id !== 'item' && isOfAnyPhase(model, row);
      const exit = bestSale(linePieces(exits, { row, count }), exits);
      const cells = columns.map((id) => (isLeftOut(id) ? undefined : cellValue(model, id, row, shown)));
      return [...cells, quantity(count), exit && marketNames[exit.market], amount(exit?.net)];
    }),
    ...unmatched.map(({ readings }) => {
      const { name, count } = readings.at(-1) ?? {};
      return [name, ...columns.slice(1).map(() => undefined), quantity(count), undefined, undefined];
    }),
  ];
}
