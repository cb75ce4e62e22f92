import { useState } from 'preact/hooks';
import { type Holding, maxHoldings } from '#core/portfolio.ts';
import type { ParsedPortfolio, PortfolioRefusal } from '#core/portfolio-csv.ts';
import type { ColumnRole } from '#core/tables/column-roles.ts';
import { countText } from '#ui/age.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, type TextKey, text } from '#ui/text.ts';
import { tableProblemKeys, UnreadLines } from '#ui/unread-lines.tsx';

interface ImportProps {
  readonly items: readonly Holding[];
  /** Adds entries. Returns whether they were saved. */
  readonly onImport: (items: readonly Holding[]) => Promise<boolean>;
}

const refusalKeys = {
  'too-large': 'portfolioTooLarge',
  'too-many-lines': 'portfolioTooManyLines',
  'too-many-items': 'portfolioTooManyItems',
  ...tableProblemKeys,
  empty: 'portfolioEmptyCsv',
} as const satisfies Record<PortfolioRefusal, string>;

/** A table about which the user can say more before its items are added. */
interface Asked {
  readonly content: string;
  readonly parsed: ParsedPortfolio;
}

/** The way of a table into the portfolio. */
function useImport({ items, onImport }: Pick<ImportProps, 'items' | 'onImport'>, onAdded: () => void) {
  const [message, setMessage] = useState<StatusMessage>();
  const [asked, setAsked] = useState<Asked>();
  const fail = (key: TextKey) => void setMessage({ tone: 'bad', text: text(key) });
  const parse = async (content: string, chosen?: Readonly<Record<string, ColumnRole>>): Promise<Asked | undefined> => {
    setMessage(undefined);
    const { parsePortfolioCsv } = await import('#core/portfolio-csv.ts');
    const parsed = parsePortfolioCsv(content, chosen);
    return 'refused' in parsed ? fail(refusalKeys[parsed.refused]) : { content, parsed };
  };
  const add = async ({ items: read, unread }: ParsedPortfolio) => {
    if (items.length + read.length > maxHoldings) return fail('portfolioTooManyItems');
    // The section says why it could not be saved.
    if (!(await onImport(read))) return;
    setAsked(undefined);
    onAdded();
    const added = plural('portfolioAdded', read.length, countText(read.length));
    const missing = unread.length > 0 ? ` ${text('tableUnread', countText(unread.length))}` : '';
    setMessage({ tone: missing ? 'warn' : 'good', text: `${added}${missing}` });
  };
  const take = async (read: () => Promise<string>) => {
    setAsked(undefined);
    const content = await read().catch(() => undefined);
    if (content === undefined) return fail('backupUnreadable');
    const found = await parse(content);
    const isPlain = found?.parsed.unread.length === 0 && !found.parsed.columns.some(({ isUnclear }) => isUnclear);
    if (found && isPlain) return add(found.parsed);
    setAsked(found);
  };
  const again = (chosen: Readonly<Record<string, ColumnRole>>) =>
    void (asked && parse(asked.content, chosen).then((found) => found && setAsked(found)));
  return { message, asked, add, take, again };
}

/** Adds entries from a pasted list or a file. What is not read is shown with the reason, and nothing is guessed. */
export function PortfolioImport({ items, onImport }: ImportProps) {
  const [pasted, setPasted] = useState('');
  const { message, asked, add, take, again } = useImport({ items, onImport }, () => setPasted(''));
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) void take(() => readFile(file));
    // Allows the same file to be chosen again after a correction.
    input.value = '';
  };
  return (
    <details class="portfolio-import">
      <summary>{text('portfolioImport')}</summary>
      <p class="note">{text('portfolioImportHint')}</p>
      <textarea
        class="input"
        aria-label={text('portfolioImport')}
        rows={4}
        value={pasted}
        onInput={(event) => setPasted(event.currentTarget.value)}
      />
      <div class="buttons">
        <button type="button" onClick={() => void take(async () => pasted)}>
          {text('portfolioTake')}
        </button>
      </div>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv"
        aria-label={text('portfolioFile')}
        onChange={(event) => choose(event.currentTarget)}
      />
      {asked && (
        <>
          <UnreadLines table={asked.parsed} onChoose={again} />
          <button
            type="button"
            class="primary"
            disabled={asked.parsed.items.length === 0}
            onClick={() => void add(asked.parsed)}
          >
            {text('portfolioTakeRead', countText(asked.parsed.items.length))}
          </button>
        </>
      )}
      <StatusLine outcome={message} />
    </details>
  );
}

async function readFile(file: File): Promise<string> {
  const { decodeCsv, maxPortfolioBytes } = await import('#core/portfolio-csv.ts');
  // One more than allowed is enough to be refused.
  return decodeCsv(new Uint8Array(await file.slice(0, maxPortfolioBytes * 2 + 2).arrayBuffer()));
}
