import { useState } from 'preact/hooks';
import { type Holding, maxHoldings } from '#core/portfolio.ts';
import type { ParsedPortfolio, PortfolioRefusal } from '#core/portfolio-csv.ts';
import { countText } from '#ui/age.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

interface ImportProps {
  readonly filesHere: boolean;
  readonly items: readonly Holding[];
  /** Adds entries. Returns whether they were saved. */
  readonly onImport: (items: readonly Holding[]) => Promise<boolean>;
}

const refusalKeys = {
  'too-large': 'portfolioTooLarge',
  'too-many-lines': 'portfolioTooManyLines',
  'too-many-items': 'portfolioTooManyItems',
  'no-csv': 'portfolioNoCsv',
  empty: 'portfolioEmptyCsv',
} as const satisfies Record<PortfolioRefusal, string>;

/** Adds entries from a pasted list or a file. Lines that cannot be read are named and nothing is guessed. */
export function PortfolioImport({ filesHere, items, onImport }: ImportProps) {
  const [pasted, setPasted] = useState('');
  const [message, setMessage] = useState<StatusMessage>();
  const take = async (read: () => Promise<string>) => {
    const { parsePortfolioCsv } = await import('#core/portfolio-csv.ts');
    const content = await read().catch(() => undefined);
    if (content === undefined) return setMessage({ tone: 'bad', text: text('backupUnreadable') });
    const parsed = parsePortfolioCsv(content);
    if ('refused' in parsed) return setMessage({ tone: 'bad', text: text(refusalKeys[parsed.refused]) });
    if (items.length + parsed.items.length > maxHoldings)
      return setMessage({ tone: 'bad', text: text('portfolioTooManyItems') });
    setMessage(undefined);
    // The section says why it could not be saved.
    if (!(await onImport(parsed.items))) return;
    setPasted('');
    setMessage(resultOf(parsed));
  };
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) void take(() => readFile(file));
    // Allows the same file to be chosen again after a correction.
    input.value = '';
  };
  return (
    <details class="portfolio-import">
      <summary>{text('portfolioImport')}</summary>
      <p class="hint">{text('portfolioImportHint')}</p>
      <textarea
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
      {filesHere && (
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label={text('portfolioFile')}
          onChange={(event) => choose(event.currentTarget)}
        />
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

/** Lines that are named, at most. */
const maxNamed = 10;

function resultOf({ items, bad }: ParsedPortfolio): StatusMessage {
  const added = plural('portfolioAdded', items.length, countText(items.length));
  if (bad.length === 0) return { tone: 'good', text: added };
  const lines = [...bad.slice(0, maxNamed).map(({ line }) => String(line)), ...(bad.length > maxNamed ? ['…'] : [])];
  return { tone: items.length > 0 ? 'warn' : 'bad', text: `${added} ${text('portfolioBadLines', lines.join(', '))}` };
}
