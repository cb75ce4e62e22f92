import { useState } from 'preact/hooks';
import { markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { type Product, reportText } from '#popup/report/report-text.ts';
import { lengthText, notCounted, reasonText } from '#popup/report/report-words.ts';
import { shownRate } from '#popup/shown-rate.ts';
import type { PageFindings, PageReport, Totals } from '#protocol/messages.ts';
import { countText, spanText } from '#ui/age.ts';
import { formatAmount } from '#ui/format.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

export interface ReportProps {
  readonly report: PageReport;
  readonly product: Product;
  readonly settings: Settings;
  /** Puts a text on the clipboard; rejects when the browser does not let it. */
  readonly copy: (text: string) => Promise<unknown>;
  /** Ms since the epoch. */
  readonly now: number;
}

/** What the counts of a page are made of, by name, and a way to hand it on. */
export function Report({ report, product, settings, copy, now }: ReportProps) {
  const { findings } = report;
  if (!findings || !report.on) return null;
  const unreadAnswers = findings.tap?.unread ?? 0;
  return (
    <div class="report">
      {findings.empty && <Warning text={text('reportBare')} />}
      {unreadAnswers > 0 && <Warning text={plural('reportTapUnread', unreadAnswers, countText(unreadAnswers))} />}
      {findings.totals && <Sums totals={findings.totals} asOf={findings.asOf} settings={settings} now={now} />}
      <Lists findings={findings} />
      {findings.kinds.length > 0 && <CopyReport write={() => reportText(report, product)} copy={copy} />}
    </div>
  );
}

const Warning = ({ text: what }: { readonly text: string }) => (
  <p class="line">
    <Mark tone="warn" />
    <span>{what}</span>
  </p>
);

interface SumsProps {
  readonly totals: Totals;
  readonly asOf: number | null;
  readonly settings: Settings;
  readonly now: number;
}

const Sums = ({ totals, asOf, settings, now }: SumsProps) => (
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
          {[...notCounted(totals), ...(asOf === null ? [] : [text('reportAge', spanText(now - asOf))])].join(' ')}
        </td>
      </tr>
    </tfoot>
  </table>
);

/** Texts of the page stand here as text alone. */
const Lists = ({ findings }: { readonly findings: PageFindings }) => (
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

interface CopyProps {
  readonly write: () => string;
  readonly copy: ReportProps['copy'];
}

function CopyReport({ write, copy }: CopyProps) {
  const [outcome, setOutcome] = useState<StatusMessage>();
  const press = () =>
    copy(write()).then(
      () => setOutcome({ tone: 'good', text: text('reportCopied') }),
      () => setOutcome({ tone: 'bad', text: text('reportNotCopied') }),
    );
  return (
    <div class="hand-on">
      <StatusLine outcome={outcome} />
      <button type="button" onClick={press}>
        {text('reportCopy')}
      </button>
    </div>
  );
}
