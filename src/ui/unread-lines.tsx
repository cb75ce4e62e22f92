import { useState } from 'preact/hooks';
import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';
import type { LineProblem, ReadTable, TableProblem } from '#core/tables/table-lines.ts';
import { countText } from '#ui/age.ts';
import { text } from '#ui/text.ts';

export const tableProblemKeys = {
  json: 'tableJson',
  quotes: 'tableQuotes',
} as const satisfies Record<TableProblem, string>;

const lineKeys = {
  name: 'tableLineName',
  count: 'tableLineCount',
  paid: 'tableLinePaid',
  currency: 'tableLineCurrency',
  sold: 'tableLineSold',
  game: 'tableLineGame',
} as const satisfies Record<LineProblem, string>;

type Chosen = Readonly<Record<string, ColumnRole>>;

interface UnreadLinesProps {
  readonly table: Pick<ReadTable, 'unread' | 'columns'>;
  /** Reads the table again, with what the user says of its columns. */
  readonly onChoose: (chosen: Chosen) => void;
}

/** Lines that are shown, at most. */
const maxShown = 100;

/** The lines of a table that were not read, with the reason, and the columns about which the user can say more. */
export function UnreadLines({ table: { unread, columns }, onChoose }: UnreadLinesProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const asked = columns.filter((column) => isAsked(column, unread.length > 0));
  const choose = (head: string, value: string) => {
    const { [head]: _, ...others } = chosen;
    const role = choices.find((choice) => choice === value);
    const next = role ? { ...others, [head]: role } : others;
    setChosen(next);
    onChoose(next);
  };
  return (
    <>
      {asked.length > 0 && (
        <fieldset class="table-columns">
          <legend>{text('tableColumns')}</legend>
          {asked.map(({ head }) => (
            <label key={head}>
              {head}{' '}
              <select value={chosen[head] ?? ''} onChange={(event) => choose(head, event.currentTarget.value)}>
                <option value="">{text('tableColumnUnknown')}</option>
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {text(choiceKeys[choice])}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
      )}
      {unread.length > 0 && (
        <details class="unread" open>
          <summary class="warn">{text('tableUnread', countText(unread.length))}</summary>
          <ul>
            {unread.slice(0, maxShown).map(({ line, text: words, problem }) => (
              <li key={line}>{text('tableLine', String(line), words, text(lineKeys[problem]))}</li>
            ))}
            {unread.length > maxShown && <li>…</li>}
          </ul>
        </details>
      )}
    </>
  );
}

/** What the user can say of a column. */
const choices = ['paid', 'paid-total', 'count', 'name', 'ignored'] as const satisfies readonly ColumnRole[];
const choiceKeys = {
  paid: 'tableColumnPaid',
  'paid-total': 'tableColumnPaidTotal',
  count: 'tableColumnCount',
  name: 'tableColumnName',
  ignored: 'tableColumnIgnored',
} as const;

const doubted: readonly (ColumnRole | undefined)[] = [
  'currency',
  'sold',
  'side',
  'game',
  'paid',
  'paid-total',
  'count',
];

/** Columns whose meaning nobody said, those that may be why lines are not read, and those that the user spoke of. */
const isAsked = ({ role, isUnclear, isChosen }: TableColumn, hasUnread: boolean): boolean =>
  isUnclear || isChosen || (hasUnread && doubted.includes(role));
