import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { ColumnRole } from '#core/tables/column-roles.ts';
import { maxLines, type ReadTable } from '#core/tables/table-lines.ts';
import { listTable } from '#explore/bulk/list-file.ts';
import { exitOf, isOfAnyPhase, type ListTotal, lineSums, totalOf } from '#explore/bulk/list-sums.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { createRowModel, type RowModel } from '#explore/rows/row-model.ts';
import { currencyRate, type DatedState, limitsOf } from '#explore/state/use-items.ts';
import { type ColumnId, firstView } from '#explore/state/view.ts';
import { cellText } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { ExportButtons } from '#explore/table/export-buttons.tsx';
import { countText } from '#ui/age.ts';
import { formatAmount } from '#ui/format.ts';
import { text } from '#ui/text.ts';
import { tableProblemKeys, UnreadLines } from '#ui/unread-lines.tsx';

interface BulkPageProps {
  readonly deps: ExploreDeps;
  readonly settings: Settings;
  readonly items: LoadState & DatedState;
  readonly minute: number;
  readonly onOpen: (name: string) => void;
}

interface PricedList {
  readonly parsed: ReadTable;
  readonly matched: MatchedLines;
}

/** Prices of a pasted list. What names no item is shown as it is. */
export function BulkPage({ deps, settings, items, minute, onOpen }: BulkPageProps) {
  const [pasted, setPasted] = useState('');
  const [list, setList] = useState<PricedList>();
  const [problem, setProblem] = useState('');
  const limits = limitsOf(settings);
  const { kind, rules } = firstView('all');
  const model = useMemo(
    // An item of the list is worth its price, however few are on offer.
    () => createRowModel(items.table, { kind, rules: { ...rules, lifted: ['offers'] } }, limits, minute),
    [items.table, JSON.stringify(limits), minute],
  );
  const run = async (chosen: Readonly<Record<string, ColumnRole>> = {}) => {
    const { readTable } = await import('#core/tables/read-table.ts');
    const parsed = readTable(pasted, { chosen });
    setProblem(parsed.problem ? text(tableProblemKeys[parsed.problem]) : '');
    const matched = await deps.source.match(parsed.items).catch((error) => {
      setProblem(text('exploreProblem', String(error)));
      return undefined;
    });
    setList(matched && { parsed, matched });
  };
  return (
    <section class="bulk" aria-labelledby="bulk-title">
      <h2 id="bulk-title">{text('exploreBulk')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p class="note">{text('exploreBulkWhat')}</p>
        <textarea
          class="input"
          rows={8}
          spellcheck={false}
          aria-label={text('exploreBulkList')}
          value={pasted}
          onInput={(event) => setPasted(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          {text('exploreBulkRun')}
        </button>
        <p class="problem" role="alert">
          {problem}
        </p>
      </form>
      {list && <UnreadLines table={list.parsed} onChoose={(chosen) => void run(chosen)} />}
      {list && (
        <Priced list={list} model={model} shown={currencyRate(settings, items, minute)} deps={deps} onOpen={onOpen} />
      )}
    </section>
  );
}

interface PricedProps extends Pick<BulkPageProps, 'deps' | 'onOpen'> {
  readonly list: PricedList;
  readonly model: RowModel;
  readonly shown: Rate;
}

/** Rows that are drawn at once, at most; all of them are copied and counted. */
const maxDrawn = 500;

function Priced({ list: { parsed, matched }, model, shown, deps, onOpen }: PricedProps) {
  const columns: readonly ColumnId[] = [
    'item',
    ...model.table.markets.map(({ market }): ColumnId => `price:${market}`),
  ];
  const { rows, unmatched } = matched;
  return (
    <>
      {parsed.isCut && <p class="note warn">{text('exploreBulkTooLong', countText(maxLines))}</p>}
      {unmatched.length > 0 && <Unmatched lines={unmatched} />}
      {model.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      <ExportButtons deps={deps} tableOf={() => listTable(model, matched, columns, shown)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys */}
      <section class="scroll" tabIndex={0} aria-label={text('exploreBulkList')}>
        <table>
          <thead>
            <tr>
              {columns.map((id) => (
                <th key={id} scope="col" title={columnWords(id).title}>
                  {columnWords(id).head}
                </th>
              ))}
              <th scope="col">{text('exploreBulkCount')}</th>
              <th scope="col" title={text('exploreBulkBestTitle')}>
                {text('exploreBulkBest')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxDrawn).map(({ row, count }) => (
              <BulkRow key={row} {...{ model, columns, row, count, shown, onOpen }} />
            ))}
          </tbody>
          <Totals {...{ model, columns, matched, shown }} />
        </table>
      </section>
      {rows.length > maxDrawn && <p class="note">… {text('exploreCount', countText(rows.length))}</p>}
    </>
  );
}

const Unmatched = ({ lines }: { readonly lines: MatchedLines['unmatched'] }) => (
  <details class="unmatched" open>
    <summary class="warn">{text('exploreBulkUnmatched', countText(lines.length))}</summary>
    <ul>
      {lines.slice(0, maxDrawn).map((line, at) => (
        <li key={at}>{line.text}</li>
      ))}
      {lines.length > maxDrawn && <li>…</li>}
    </ul>
  </details>
);

interface BulkRowProps extends Pick<PricedProps, 'model' | 'shown' | 'onOpen'> {
  readonly columns: readonly ColumnId[];
  readonly row: number;
  readonly count: number;
}

function BulkRow({ model, columns, row, count, shown, onOpen }: BulkRowProps) {
  const sums = lineSums(model, { row, count });
  const exit = exitOf(model, { row, count });
  return (
    <tr>
      {columns.map((id) => {
        const cell = cellText(model, id, row, shown);
        const sum = sums.find(({ market }) => id === `price:${market}`);
        if (id !== 'item')
          return (
            <td key={id} class={cell.tone} title={cell.title}>
              {cell.text}
              {count > 1 && sum && <span class="muted line-sum">{formatAmount(sum.cents, shown)}</span>}
            </td>
          );
        return (
          <th key={id} scope="row">
            <button type="button" class="plain" onClick={() => onOpen(cell.text)}>
              {cell.text}
            </button>
            {isOfAnyPhase(model, row) && (
              <span class="muted" title={text('overlayAnyPhaseTitle')}>
                {' '}
                {text('overlayAnyPhase')}
              </span>
            )}
          </th>
        );
      })}
      <td>{countText(count)}</td>
      <td>{exit && `${formatAmount(exit.net, shown)} · ${markets[exit.market].name}`}</td>
    </tr>
  );
}

type TotalsProps = Pick<PricedProps, 'model' | 'shown'> & {
  readonly columns: readonly ColumnId[];
  readonly matched: MatchedLines;
};

/** Sums of each market's counted prices, what of them arrives after fees, and both with how many items they are of. */
function Totals({ model, columns, matched: { rows }, shown }: TotalsProps) {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const sums = new Map(rows.map((line) => [line, lineSums(model, line)]));
  const at = (id: ColumnId, part: 'cents' | 'net') =>
    totalOf(rows, (line) => sums.get(line)?.find(({ market }) => id === `price:${market}`)?.[part]);
  const cell = ({ cents, items }: ListTotal, key: string) => (
    <td key={key} title={text('exploreBulkPriced', countText(items), countText(all))}>
      {items > 0 && formatAmount(cents, shown)}
      <span class="muted">{text('exploreBulkPriced', countText(items), countText(all))}</span>
    </td>
  );
  const line = (head: string, part: 'cents' | 'net', last: ComponentChild) => (
    <tr>
      <th scope="row">{head}</th>
      {columns.filter((id) => id !== 'item').map((id) => cell(at(id, part), id))}
      <td>{countText(all)}</td>
      {last}
    </tr>
  );
  const best = totalOf(rows, (row) => exitOf(model, row)?.net);
  return (
    <tfoot>
      {line(text('exploreBulkTotal'), 'cents', <td />)}
      {model.limits.fees && line(text('exploreBulkNet'), 'net', cell(best, 'best'))}
    </tfoot>
  );
}
