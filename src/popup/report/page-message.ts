import type { PageReport } from '#protocol/messages.ts';
import { countText } from '#ui/age.ts';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

/** The state of the page in the active tab in words. `siteName`: of the report's site. */
export function pageMessage(report: PageReport | undefined, siteName: string): StatusMessage {
  if (!report) return { tone: 'plain', text: text('popupPageNone') };
  const { seen, read, priced } = report;
  if (!report.on) return { tone: 'plain', text: text('popupPageOff', siteName) };
  if (report.drifted) return { tone: 'bad', text: text('popupPageDrifted', siteName, String(read), String(seen)) };
  if (report.reader === 'names' && priced > 0)
    return { tone: 'good', text: `${cardsText(report)} ${text('popupPageByName')}` };
  if (seen === 0) return { tone: 'plain', text: text('popupPageEmpty') };
  return { tone: priced > 0 ? 'good' : 'plain', text: cardsText(report) };
}

const cardsText = ({ seen, read, priced }: PageReport): string =>
  plural('popupPageCards', seen, countText(seen), String(read), String(priced));
