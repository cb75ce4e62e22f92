export interface SiteResult {
  readonly site: string;
  readonly url: string;
  /** The status of the page's answer, or why there was none. */
  readonly answer: number | string;
  /** Cards, of the extension's own report; all 0 where the extension did not run. */
  readonly seen: number;
  /** By the adapter; 0 where items are found by their names instead. */
  readonly read: number;
  readonly priced: number;
  readonly drifted: boolean;
  readonly byName: number;
}

/** `refused`: the marketplace did not let a machine in, which says nothing about the adapter. */
export type Verdict = 'fine' | 'fell' | 'refused';

const refusals = new Set([401, 403, 407, 429, 503]);

/** A site falls when its page has no card that the adapter reads, or too few. */
export function judgeSite({ answer, seen, read, drifted, byName }: SiteResult): Verdict {
  const works = read > 0 && !drifted && read * 2 >= seen && byName <= read;
  if (works) return 'fine';
  return typeof answer === 'string' || refusals.has(answer) ? 'refused' : 'fell';
}

const columns = ['site', 'verdict', 'seen', 'read', 'priced', 'by name', 'drifted', 'answer', 'address'] as const;

const cellsOf = (result: SiteResult): string[] => [
  result.site,
  judgeSite(result),
  String(result.seen),
  String(result.read),
  String(result.priced),
  String(result.byName),
  result.drifted ? 'yes' : 'no',
  String(result.answer).slice(0, 60),
  result.url,
];

/** The results as a table of Markdown, which is legible as text too. It holds no text of a page. */
export function siteTable(results: readonly SiteResult[]): string {
  const rows = [[...columns], ...results.map(cellsOf)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
