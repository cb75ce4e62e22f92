/** What `npm run check-report` takes from a copied report (src/popup/report/report-text.ts). */
export interface ReportFile {
  readonly site: string;
  /** Sources of the path patterns that fit the page. */
  readonly kinds: readonly string[];
  /** Outlines of cards, HTML. */
  readonly outlines: readonly string[];
  readonly answers: readonly { readonly path: string; readonly shape: string }[];
}

/** Reads a copied report. @throws Error when the text is none, or has no outline */
export function parseReport(text: string): ReportFile {
  const lines = text.split(/\r?\n/);
  const site = /^Skinlens \S+ on (\S+)$/.exec(lines[0] ?? '')?.[1];
  if (!site) throw new Error('the first line of a report is "Skinlens <version> on <site>"');
  const kinds = /^Page kind: (.*)$/m.exec(text)?.[1]?.split('  ') ?? [];
  const sections = text.split(/^(?=Outline of |Shape of the answer )/m).slice(1);
  const after = (start: string) => sections.filter((section) => section.startsWith(start)).map(splitSection);
  const outlines = after('Outline of ').map(({ body }) => body);
  if (outlines.length === 0) throw new Error('the report has no outline: tick the box beside "Copy report"');
  const answers = after('Shape of the answer ').map(({ title, body }) => ({
    path: title.replace(/^Shape of the answer |:$/g, ''),
    shape: body.trim(),
  }));
  return { site, kinds, outlines, answers };
}

function splitSection(section: string): { readonly title: string; readonly body: string } {
  const end = section.indexOf('\n');
  return { title: section.slice(0, end), body: section.slice(end + 1) };
}
