import { useState } from 'preact/hooks';
import { dollar } from '#core/money/rates.ts';
import { type Holding, maxHoldings } from '#core/owned/portfolio.ts';
import type { ParsedPortfolio, PortfolioRefusal } from '#core/owned/portfolio-csv.ts';
import type { ColumnRole } from '#core/tables/column-roles.ts';
import type { ItemLine, UnreadLine } from '#core/tables/table-lines.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { ChangePortfolio } from '#explore/portfolio/use-portfolio.ts';
import { StatusLine } from '#ui/forms/status-line.tsx';
import { tableProblemKeys, UnreadLines } from '#ui/forms/unread-lines.tsx';
import { countText, formatAmount } from '#ui/words/format.ts';
import type { StatusMessage } from '#ui/words/status-message.ts';
import { plural, type TextKey, text } from '#ui/words/text.ts';

interface ImportProps {
  readonly match: ExploreDeps['source']['match'];
  readonly items: readonly Holding[];
  readonly change: ChangePortfolio;
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
  readonly parsed: Omit<ParsedPortfolio, 'items'>;
  readonly holdings: readonly Holding[];
  /** Lines that name no known item: a sum, a section's head, or an item that no feed has told. */
  readonly unknown: readonly ItemLine[];
}

type Chosen = Readonly<Record<string, ColumnRole>>;

/** The way of a table into the portfolio. */
function useImport({ match, items, change }: ImportProps, onAdded: () => void) {
  const [message, setMessage] = useState<StatusMessage>();
  const [asked, setAsked] = useState<Asked>();
  const fail = (key: TextKey) => void setMessage({ tone: 'bad', text: text(key) });
  const parse = async (contents: readonly string[], chosen?: Chosen): Promise<Asked | undefined> => {
    setMessage(undefined);
    const all = await Promise.all(contents.map((content) => readContent(match, content, chosen)));
    const read = all.filter((each) => 'parsed' in each);
    const [first] = all;
    // Of several encodings the one in which most names are known.
    const best = read.toSorted((one, other) => other.holdings.length - one.holdings.length)[0];
    return best ?? (first && 'refused' in first ? fail(refusalKeys[first.refused]) : undefined);
  };
  const add = async ({ holdings: read, parsed: { unread } }: Asked) => {
    if (items.length + read.length > maxHoldings) return fail('portfolioTooManyItems');
    // The section says why it could not be saved.
    if (!(await change(({ items: stored, sales }) => ({ items: [...stored, ...read], sales })))) return;
    setAsked(undefined);
    onAdded();
    const added = plural('portfolioAdded', read.length, countText(read.length));
    const missing = unread.length > 0 ? ` ${text('tableUnread', countText(unread.length))}` : '';
    setMessage({ tone: missing ? 'warn' : 'good', text: `${added}${missing}` });
  };
  const take = async (read: () => Promise<readonly string[]>) => {
    setAsked(undefined);
    const contents = await read().catch(() => undefined);
    if (contents === undefined) return fail('backupUnreadable');
    const found = await parse(contents);
    if (found && isPlain(found)) return add(found);
    setAsked(found);
  };
  const again = (chosen: Chosen) =>
    void (asked && parse([asked.content], chosen).then((found) => found && setAsked(found)));
  return { message, asked, setAsked, add, take, again };
}

/** Whether no column of a table is asked about. */
const isClear = ({ parsed }: Asked): boolean => !parsed.columns.some(({ isUnclear }) => isUnclear);

/** Whether nothing of a table needs the user's word. */
const isPlain = (asked: Asked): boolean =>
  asked.parsed.unread.length + asked.unknown.length === 0 && asked.parsed.of === undefined && isClear(asked);

async function readContent(
  match: ImportProps['match'],
  content: string,
  chosen?: Chosen,
): Promise<Asked | { readonly refused: PortfolioRefusal }> {
  const { holdingOf, parsePortfolioCsv } = await import('#core/owned/portfolio-csv.ts');
  const parsed = parsePortfolioCsv(content, chosen);
  if ('refused' in parsed) return parsed;
  const { found, unmatched } = await match(parsed.items);
  const read = found.map(({ line, ...meant }) => holdingOf(line, meant));
  const bad = read.filter((each): each is UnreadLine => 'problem' in each);
  return {
    content,
    parsed: { ...parsed, unread: [...parsed.unread, ...bad].toSorted((one, other) => one.line - other.line) },
    holdings: read.filter((each): each is Holding => !('problem' in each)),
    unknown: unmatched,
  };
}

/** Adds entries from a pasted list or a file. What is not read is shown with the reason, and nothing is guessed. */
export function PortfolioImport(props: ImportProps) {
  const [pasted, setPasted] = useState('');
  const { message, asked, setAsked, add, take, again } = useImport(props, () => setPasted(''));
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
        <button type="button" onClick={() => void take(async () => [pasted])}>
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
          <Preview asked={asked} onAsked={setAsked} />
          <button
            type="button"
            class="primary"
            disabled={asked.holdings.length === 0 || !isClear(asked)}
            onClick={() => void add(asked)}
          >
            {text('portfolioTakeRead', countText(asked.holdings.length))}
          </button>
        </>
      )}
      <StatusLine outcome={message} />
    </details>
  );
}

/** Lines that are shown, at most. */
const maxShown = 100;

/** The first lines as they are read, and those that name no known item, each of which one click adds. */
function Preview({ asked, onAsked }: { readonly asked: Asked; readonly onAsked: (asked: Asked) => void }) {
  const { holdings, unknown } = asked;
  const accept = async (line: ItemLine) => {
    const { holdingOf } = await import('#core/owned/portfolio-csv.ts');
    const held = holdingOf(line);
    if ('name' in held)
      onAsked({ ...asked, holdings: [...holdings, held], unknown: unknown.filter((other) => other !== line) });
  };
  return (
    <>
      <ul class="preview">
        {holdings.slice(0, 3).map(({ name, count, paidCents }, at) => (
          <li key={at}>
            {countText(count)} × {name}
            {paidCents !== null && ` · ${formatAmount(paidCents, dollar)}`}
          </li>
        ))}
        {holdings.length > 3 && <li>…</li>}
      </ul>
      {unknown.length > 0 && (
        <details class="unread" open>
          <summary class="warn">{text('exploreBulkUnmatched', countText(unknown.length))}</summary>
          <ul>
            {unknown.slice(0, maxShown).map((line) => (
              <li key={line.line}>
                {line.text}{' '}
                <button type="button" class="plain" onClick={() => void accept(line)}>
                  {text('wordAdd')}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

async function readFile(file: File): Promise<readonly string[]> {
  const { decodeCsv, maxPortfolioBytes } = await import('#core/owned/portfolio-csv.ts');
  // One more than allowed is enough to be refused.
  return decodeCsv(new Uint8Array(await file.slice(0, maxPortfolioBytes * 2 + 2).arrayBuffer()));
}
