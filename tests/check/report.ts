import { readFileSync } from 'node:fs';
import { loadSites } from './load-sites.ts';
import { parseReport, type ReportFile } from './report-file.ts';
import { tryOutline } from './try-outline.ts';

/** What a site's adapter makes of each outline of a report, as text. @throws Error for another text, or another site */
export async function explainReport(text: string): Promise<string> {
  const report = parseReport(text);
  const site = (await loadSites()).find(({ id }) => id === report.site);
  if (!site) throw new Error(`there is no adapter ${report.site}`);
  const own = site.pages.filter(({ path }) => report.kinds.includes(path.source));
  const pages = own.length > 0 ? own : site.pages;
  const lines = report.outlines.flatMap((html, at) => [
    `Outline ${at + 1}`,
    ...pages.flatMap((page) => describeTrial(tryOutline(html, page))),
  ]);
  return [...lines, note, ...answerLines(report)].join('\n');
}

function describeTrial({ kind, isCard, hasMount, asked, keys, result }: ReturnType<typeof tryOutline>): string[] {
  return [
    `  pages of ${kind}`,
    `    ${mark(isCard)} the card’s selector`,
    `    ${mark(hasMount)} the place of the overlay`,
    ...asked.map(({ what, found }) => `    ${mark(found)} ${what}`),
    ...(keys.length > 0 ? [`    keys of rows: ${keys.join(', ')}`] : []),
    `    read returns ${result === undefined ? 'undefined' : JSON.stringify(result)}`,
  ];
}

const note =
  'Outlines are single cards with masked values: a selector that asks for an ancestor or a value does not match them.';

const mark = (found: boolean): string => (found ? '✓' : '✗');

const answerLines = ({ answers }: ReportFile): string[] =>
  answers.flatMap(({ path, shape }) => [`Answer ${path}`, `  ${shape}`]);

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) {
    console.error('usage: npm run check-report -- <file with a copied report>');
    process.exit(1);
  }
  try {
    console.log(await explainReport(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
