import { useState } from 'preact/hooks';
import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';
import type { LineProblem, ReadTable, TableProblem } from '#core/tables/table-lines.ts';
import { countText } from '#ui/words/age.ts';
import { text } from '#ui/words/text.ts';

export const tableProblemKeys = {
  json: 'tableJson',
  quotes: 'tableQuotes',
} as const satisfies Record<TableProblem, string>;

const lineKeys = {
  name: 'tableLineName',
  parts: 'tableLineParts',
  count: 'tableLineCount',
  paid: 'tableLinePaid',
  currency: 'tableLineCurrency',
  sold: 'tableLineSold',
  action: 'tableLineAction',
  game: 'tableLineGame',
} as const satisfies Record<LineProblem, string>;

type Chosen = Readonly<Record<string, ColumnRole>>;

interface UnreadLinesProps {
  readonly table: Pick<ReadTable, 'unread' | 'columns' | 'of'>;
  /** Reads the table again, with what the user says of its columns. */
  readonly onChoose: (chosen: Chosen) => void;
}

/** Lines that are shown, at most. */
const maxShown = 100;

/** The lines of a table that were not read, with the reason, and the columns about which the user can say more. */
export function UnreadLines({ table: { unread, columns, of }, onChoose }: UnreadLinesProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const problems = new Set(unread.map(({ problem }) => problem));
  const asked = columns.filter((column) => isAsked(column, problems));
  const choose = (head: string, value: string) => {
    const { [head]: _, ...others } = chosen;
    const role = choices.find((choice) => choice === value);
    const next = role ? { ...others, [head]: role } : others;
    setChosen(next);
    onChoose(next);
  };
  return (
    <>
      {of !== undefined && <p class="note warn">{text('tablePart', countText(of))}</p>}
      {asked.length > 0 && (
        <fieldset class="table-columns">
          <legend>{text('tableColumns')}</legend>
          {asked.map(({ head, role }) => (
            <label key={head}>
              {head}{' '}
              <select
                class="input"
                value={chosen[head] ?? ''}
                onChange={(event) => choose(head, event.currentTarget.value)}
              >
                <option value="">{text(role === undefined ? 'tableColumnUnknown' : 'tableColumnAsRead')}</option>
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

/** Why a line may not be read because of a column. */
const problemsOf: Readonly<Partial<Record<ColumnRole, readonly LineProblem[]>>> = {
  currency: ['currency'],
  sold: ['sold'],
  side: ['sold', 'action'],
  game: ['game'],
  paid: ['paid'],
  'paid-total': ['paid'],
  count: ['count'],
  wear: ['parts'],
  stattrak: ['parts'],
  souvenir: ['parts'],
  phase: ['parts'],
};

/** Columns whose meaning nobody said, those because of which lines are not read, and those that the user spoke of. */
function isAsked({ role, isUnclear, isChosen }: TableColumn, problems: ReadonlySet<LineProblem>): boolean {
  return isUnclear || isChosen || (role && problemsOf[role])?.some((problem) => problems.has(problem)) === true;
}
