import type { ComponentChildren } from 'preact';
import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';
import type { LineProblem, ReadOptions, ReadTable } from '#core/tables/table-lines.ts';
import { Select } from '#ui/forms/select.tsx';
import { countText } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

/** What the user said of a table: of columns, and of the currency of amounts that name none. */
export interface Said extends Pick<ReadOptions, 'chosen'> {
  readonly unnamed?: string | undefined;
}

interface QuestionsProps {
  readonly table: Pick<ReadTable, 'unread' | 'columns'>;
  readonly said: Said;
  readonly rated?: readonly string[];
  readonly onSay: (said: Said) => void;
}

export function TableQuestions({ table: { unread, columns }, said, rated = [], onSay }: QuestionsProps) {
  const { chosen = {}, unnamed = '' } = said;
  const problems = new Set(unread.map(({ problem }) => problem));
  const asked = columns.filter((column) => isAsked(column, problems));
  const choose = (head: string, role: ColumnRole | '') => {
    const { [head]: _, ...others } = chosen;
    onSay({ ...said, chosen: role ? { ...others, [head]: role } : others });
  };
  const asksCurrency = unnamed !== '' || problems.has('unnamed');
  if (asked.length === 0 && !asksCurrency) return null;
  return (
    <fieldset class="table-columns">
      <legend>{text('tableColumns')}</legend>
      {asked.map(({ head, role }) => (
        <label key={head}>
          {head}{' '}
          <Select<ColumnRole | ''>
            class="input"
            value={chosen[head] ?? ''}
            options={[
              ['', text(role === undefined ? 'tableColumnUnknown' : 'tableColumnAsRead')],
              ...choices.map((choice) => [choice, text(`tableColumn${keyOf(choice)}`)] as const),
            ]}
            onChoose={(choice) => choose(head, choice)}
          />
        </label>
      ))}
      {asksCurrency && (
        <label>
          {text('tableCurrency')}{' '}
          <Select<string>
            class="input"
            value={unnamed}
            options={[['', text('tableColumnUnknown')], ...rated.map((code) => [code, code] as const)]}
            onChoose={(code) => onSay({ ...said, unnamed: code || undefined })}
          />
        </label>
      )}
    </fieldset>
  );
}

const maxShown = 500;

interface LeftLinesProps<L> {
  readonly head: 'tableUnread' | 'exploreBulkUnmatched';
  readonly lines: readonly L[];
  readonly content: (line: L) => ComponentChildren;
}

export const LeftLines = <L extends { readonly line: number }>({ head, lines, content }: LeftLinesProps<L>) =>
  lines.length === 0 ? null : (
    <details class="unread" open>
      <summary class="warn">{text(head, countText(lines.length))}</summary>
      <ul>
        {lines.slice(0, maxShown).map((line) => (
          <li key={line.line}>{content(line)}</li>
        ))}
        {lines.length > maxShown && <li>…</li>}
      </ul>
    </details>
  );

export const UnreadLines = ({ table: { unread, of } }: { readonly table: Pick<ReadTable, 'unread' | 'of'> }) => (
  <>
    {of !== undefined && <p class="note warn">{text('tablePart', countText(of))}</p>}
    <LeftLines
      head="tableUnread"
      lines={unread}
      content={(left) => text('tableLine', String(left.line), left.text, text(`tableLine${keyOf(left.problem)}`))}
    />
  </>
);

const choices = ['paid', 'paid-total', 'count', 'name', 'ignored'] as const satisfies readonly ColumnRole[];

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
