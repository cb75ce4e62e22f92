import { markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { CopyReport } from '#popup/report/copy-report.tsx';
import { lengthText, notCountedTexts, reasonText } from '#popup/report/report-words.ts';
import { shownRate } from '#popup/shown-rate.ts';
import type { PageFindings, PageReport, Totals } from '#protocol/messages.ts';
import { countText, spanText } from '#ui/age.ts';
import { formatAmount } from '#ui/format.ts';
import { Mark } from '#ui/status-line.tsx';
import { plural, text } from '#ui/text.ts';

export interface ReportDetailsProps {
  readonly report: PageReport;
  readonly deps: Pick<PopupDeps, 'product' | 'copy' | 'pageOutlines'>;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
}

/** Details of the page's report: warnings, inventory totals, unread cards and unknown items, and a button that copies it all. */
export function ReportDetails({ report, deps, settings, now }: ReportDetailsProps) {
  const { findings } = report;
  if (!findings || !report.on) return null;
  const unreadAnswers = findings.tap?.unread ?? 0;
  return (
    <div class="report">
      {findings.empty && <Warning text={text('reportBare')} />}
      {unreadAnswers > 0 && <Warning text={plural('reportTapUnread', unreadAnswers, countText(unreadAnswers))} />}
      {findings.totals && <TotalsTable totals={findings.totals} asOf={findings.asOf} settings={settings} now={now} />}
      <CardLists findings={findings} />
      {findings.kinds.length > 0 && <CopyReport report={report} deps={deps} />}
    </div>
  );
}

const Warning = ({ text: warning }: { readonly text: string }) => (
  <p class="line">
    <Mark tone="warn" />
    <span>{warning}</span>
  </p>
);

interface TotalsTableProps {
  readonly totals: Totals;
  readonly asOf: number | null;
  readonly settings: Settings;
  readonly now: number;
}

const TotalsTable = ({ totals, asOf, settings, now }: TotalsTableProps) => (
  <table class="sums">
    <caption>{plural('reportTotals', totals.items, countText(totals.items))}</caption>
    <tbody>
      {totals.sums.map(({ market, cents, items }) => (
        <tr key={market}>
          <th scope="row">{markets[market].name}</th>
          <td>{items > 0 ? formatAmount(cents, shownRate(settings, totals.rates, now)) : '–'}</td>
          <td class="muted">{plural('reportItems', items, countText(items))}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td colSpan={3} class="muted">
          {[...notCountedTexts(totals), ...(asOf === null ? [] : [text('reportAge', spanText(now - asOf))])].join(' ')}
        </td>
      </tr>
    </tfoot>
  </table>
);

/** Cards without prices and items without a price. Texts of the page are rendered as text, never as markup. */
const CardLists = ({ findings }: { readonly findings: PageFindings }) => (
  <>
    {findings.unread.length > 0 && (
      <details>
        <summary>{text('reportUnread', lengthText(findings.unread))}</summary>
        <ul class="names">
          {findings.unread.map((card, at) => (
            <li key={at}>
              <bdi>{card.text || text('reportWordless')}</bdi> <span class="muted">{reasonText(card.why)}</span>
            </li>
          ))}
        </ul>
      </details>
    )}
    {findings.unknown.length > 0 && (
      <details>
        <summary>{text('reportUnknown', lengthText(findings.unknown))}</summary>
        <ul class="names">
          {findings.unknown.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
);
