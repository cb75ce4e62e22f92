import { useState } from 'preact/hooks';
import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';
import type { LineProblem, ReadTable, TableProblem } from '#core/tables/table-lines.ts';
import { Select } from '#ui/forms/select.tsx';
import { countText } from '#ui/words/format.ts';
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

type Chosen = Readonly<Record<string, Choice>>;

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
  const choose = (head: string, role: Choice | '') => {
    const { [head]: _, ...others } = chosen;
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
              <Select<Choice | ''>
                class="input"
                value={chosen[head] ?? ''}
                options={[
                  ['', text(role === undefined ? 'tableColumnUnknown' : 'tableColumnAsRead')],
                  ...choices.map((choice) => [choice, text(choiceKeys[choice])] as const),
                ]}
                onChoose={(choice) => choose(head, choice)}
              />
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
const choiceKeys = {
  paid: 'tableColumnPaid',
  'paid-total': 'tableColumnPaidTotal',
  count: 'tableColumnCount',
  name: 'tableColumnName',
  ignored: 'tableColumnIgnored',
} as const satisfies Partial<Record<ColumnRole, string>>;
type Choice = keyof typeof choiceKeys;
const choices = Object.keys(choiceKeys) as readonly Choice[];

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
