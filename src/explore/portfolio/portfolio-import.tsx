import { useState } from 'preact/hooks';
import { dollar } from '#core/money/rates.ts';
import { type Holding, isIn, maxHoldings, type Portfolio, type Sale } from '#core/owned/portfolio.ts';
import type { ParsedPortfolio, PortfolioRefusal } from '#core/owned/portfolio-csv.ts';
import type { ItemLine, UnreadLine } from '#core/tables/table-lines.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { ChangePortfolio } from '#explore/portfolio/use-portfolio.ts';
import { Act, Plain, Primary, StatusLine } from '#ui/forms/parts.tsx';
import { LeftLines, type Said, TableQuestions, UnreadLines } from '#ui/forms/unread-lines.tsx';
import { useOnce } from '#ui/pages/use-once.ts';
import { countText } from '#ui/words/format.ts';
import { ownAmount } from '#ui/words/panel-words.ts';
import { keyOf, plural, type StatusMessage, type TextKey, text } from '#ui/words/text.ts';

interface ImportProps {
  readonly match: ExploreDeps['source']['match'];
  readonly portfolio: Portfolio;
  readonly rated: readonly string[];
  readonly change: ChangePortfolio;
}

const refusalKey = (refused: PortfolioRefusal) =>
  refused === 'json' || refused === 'quotes'
    ? (`table${keyOf(refused)}` as const)
    : (`portfolio${keyOf(refused)}` as const);

/** A table about which the user can say more before its items are added. */
interface Asked {
  readonly content: string;
  readonly said: Said;
  readonly parsed: Omit<ParsedPortfolio, 'items'>;
  readonly entries: readonly (Holding | Sale)[];
  /** Lines that name no known item: a sum, a section's head, or an item that no feed has told. */
  readonly unknown: readonly ItemLine[];
}

function useImport({ match, portfolio, rated, change }: ImportProps, onAdded: () => void) {
  const [message, setMessage] = useState<StatusMessage>();
  const [asked, setAsked] = useState<Asked>();
  const fail = (key: TextKey) => void setMessage({ tone: 'bad', text: text(key) });
  const parse = async (contents: readonly string[], said: Said): Promise<Asked | undefined> => {
    setMessage(undefined);
    const all = await Promise.all(contents.map((content) => readContent(match, content, said, rated)));
    const read = all.filter((each) => 'parsed' in each);
    const [first] = all;
    // Of several encodings the one in which most names are known.
    const best = read.toSorted((one, other) => other.entries.length - one.entries.length)[0];
    return best ?? (first && 'refused' in first ? fail(refusalKey(first.refused)) : undefined);
  };
  const add = async ({ entries, parsed: { unread } }: Asked) => {
    const [items, sales] = [entries.filter((one) => !('soldAt' in one)), entries.filter((one) => 'soldAt' in one)];
    if (portfolio.items.length + items.length > maxHoldings) return fail('portfolioTooManyItems');
    // The section says why it could not be saved.
    const isSaved = await change((stored) => ({
      items: [...stored.items, ...items],
      sales: [...stored.sales, ...sales],
    }));
    if (!isSaved) return;
    setAsked(undefined);
    onAdded();
    const added = plural('portfolioAdded', entries.length, countText(entries.length));
    const missing = unread.length > 0 ? ` ${text('tableUnread', countText(unread.length))}` : '';
    setMessage({ tone: missing ? 'warn' : 'good', text: `${added}${missing}` });
  };
  const take = async (read: () => Promise<readonly string[]>) => {
    setAsked(undefined);
    const contents = await read().catch(() => undefined);
    if (contents === undefined) return fail('backupUnreadable');
    const found = await parse(contents, {});
    if (found && isPlain(found) && !isIn(portfolio, found.entries)) return add(found);
    setAsked(found);
  };
  const again = (said: Said) => void (asked && parse([asked.content], said).then((found) => found && setAsked(found)));
  return { message, asked, setAsked, add, take, again };
}

const isClear = ({ parsed }: Asked): boolean => !parsed.columns.some(({ isUnclear }) => isUnclear);

/** Whether nothing of a table needs the user's word. */
const isPlain = (asked: Asked): boolean =>
  asked.parsed.unread.length + asked.unknown.length === 0 && asked.parsed.of === undefined && isClear(asked);

async function readContent(
  match: ImportProps['match'],
  content: string,
  said: Said,
  rated: readonly string[],
): Promise<Asked | { readonly refused: PortfolioRefusal }> {
  const { entryOf, parsePortfolioCsv } = await import('#core/owned/portfolio-csv.ts');
  const parsed = parsePortfolioCsv(content, {
    chosen: said.chosen,
    amounts: { rated: [...rated, 'COIN'], unnamed: said.unnamed },
  });
  if ('refused' in parsed) return parsed;
  const { found, unmatched } = await match(parsed.items);
  const read = found.map(({ line, ...meant }) => entryOf(line, meant));
  const bad = read.filter((each): each is UnreadLine => 'problem' in each);
  return {
    content,
    said,
    parsed: { ...parsed, unread: [...parsed.unread, ...bad].toSorted((one, other) => one.line - other.line) },
    entries: read.filter((each): each is Holding | Sale => !('problem' in each)),
    unknown: unmatched,
  };
}

/** Adds entries from a pasted list or a file. What is not read is shown with the reason, and nothing is guessed. */
export function PortfolioImport(props: ImportProps) {
  const [pasted, setPasted] = useState('');
  const { message, asked, setAsked, add, take, again } = useImport(props, () => setPasted(''));
  const once = useOnce();
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) once(() => take(() => readFile(file)));
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
        <Act disabled={pasted.trim() === ''} onClick={() => once(() => take(async () => [pasted]))}>
          {text('portfolioTake')}
        </Act>
      </div>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv"
        aria-label={text('portfolioFile')}
        onChange={(event) => choose(event.currentTarget)}
      />
      {asked && (
        <>
          <UnreadLines table={asked.parsed} />
          <Preview asked={asked} onAsked={setAsked} />
          {isIn(props.portfolio, asked.entries) && <p class="note warn">{text('portfolioAllThere')}</p>}
          <TableQuestions table={asked.parsed} said={asked.said} rated={props.rated} onSay={again} />
          <Primary disabled={asked.entries.length === 0 || !isClear(asked)} onClick={() => once(() => add(asked))}>
            {text('portfolioTakeRead', countText(asked.entries.length))}
          </Primary>
        </>
      )}
      <StatusLine outcome={message} />
    </details>
  );
}

function Preview({ asked, onAsked }: { readonly asked: Asked; readonly onAsked: (asked: Asked) => void }) {
  const { entries, unknown } = asked;
  const accept = async (line: ItemLine) => {
    const { entryOf } = await import('#core/owned/portfolio-csv.ts');
    const entry = entryOf(line);
    if ('name' in entry)
      onAsked({ ...asked, entries: [...entries, entry], unknown: unknown.filter((other) => other !== line) });
  };
  return (
    <>
      <ul class="preview">
        {entries.slice(0, 3).map(({ name, count, paid }, at) => (
          <li key={at}>
            {countText(count)} × {name}
            {paid && ` · ${ownAmount(paid, dollar.code)}`}
          </li>
        ))}
        {entries.length > 3 && <li>…</li>}
      </ul>
      <LeftLines
        head="exploreBulkUnmatched"
        lines={unknown}
        content={(line) => (
          <>
            {line.text} <Plain onClick={() => void accept(line)}>{text('wordAdd')}</Plain>
          </>
        )}
      />
    </>
  );
}

async function readFile(file: File): Promise<readonly string[]> {
  const { decodeCsv, maxPortfolioBytes } = await import('#core/owned/portfolio-csv.ts');
  // One more than allowed is enough to be refused.
  return decodeCsv(new Uint8Array(await file.slice(0, maxPortfolioBytes * 2 + 2).arrayBuffer()));
}
