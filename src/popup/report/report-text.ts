import { countItems, type Totals } from '#core/owned/inventory.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { PageFindings, PageReport } from '#protocol/messages.ts';

export interface Product {
  readonly version: string;
  readonly browser: string;
}

/** Always in English. It has the kind of page, never its address, and no user data except texts of cards. */
export const reportText = (report: PageReport, { version, browser }: Product): string =>
  [
    `Skinlens ${version} on ${report.site}`,
    `Browser: ${browser}`,
    `Cards: ${report.seen} seen, ${report.read} read, ${report.priced} priced${report.drifted ? '; drifted, nothing drawn' : ''}`,
    ...(report.on ? [] : ['Switched off']),
    ...(report.reader === 'names' ? ['Items found by their names'] : []),
    ...(report.notices?.map(({ off, issue }) => `Switched off: ${off} (${issue ?? 'by the relay'})`) ?? []),
    ...(report.findings ? findingLines(report.findings) : []),
    '',
  ].join('\n');

function findingLines({ kinds, empty, tap, asOf, totals, unread, unknown }: PageFindings): string[] {
  return [
    `Page kind: ${kinds.length > 0 ? [...new Set(kinds)].join('  ') : 'none with items'}`,
    ...(empty ? ['No card found for 10 s on a page of a kind that has some'] : []),
    `Tap: ${tap ? `${tap.rows} rows, ${tap.unread} answers unread` : 'none'}`,
    `Prices: ${asOf === null ? 'none' : new Date(asOf).toISOString()}`,
    ...(totals ? [totalsLine(totals)] : []),
    ...listLines(
      'Cards that show nothing',
      unread,
      ({ why, detail, text }) => `${why}${detail && ` (${detail})`}: ${text}`,
    ),
    ...listLines('Items not in the table', unknown, (name) => name),
  ];
}

/** Counts only: the value of an inventory is private. */
const totalsLine = ({ entries }: Totals): string => {
  const { items, priced, doubtful } = countItems(entries, referenceMarkets);
  const byMarket = referenceMarkets.map((id) => `${id} ${countItems(entries, [id]).priced}`);
  return `Inventory: ${items} items, ${priced} priced, ${doubtful} doubtful; ${byMarket.join(', ')}`;
};

const listLines = <T>(title: string, list: readonly T[], write: (one: T) => string): string[] =>
  list.length === 0 ? [] : [`${title} (${list.length}):`, ...list.map((entry) => `- ${write(entry)}`)];
