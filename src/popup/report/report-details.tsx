import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { inCurrency } from '#core/money/rates.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { InventoryTotals } from '#popup/report/inventory-totals.tsx';
import { reportText } from '#popup/report/report-text.ts';
import type { PageFindings, PageReport, ProfitCard } from '#protocol/messages.ts';
import { Act, Mark, StatusLine } from '#ui/forms/parts.tsx';
import { ItemName, MarketSign } from '#ui/marks/signs.tsx';
import { moneyText } from '#ui/words/difference-text.ts';
import { profitPercent } from '#ui/words/exit-text.ts';
import { countText } from '#ui/words/format.ts';
import { keyOf, plural, type StatusMessage, text } from '#ui/words/text.ts';

export interface ReportDetailsProps {
  readonly report: PageReport;
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush' | 'product' | 'copy' | 'pageReport'>;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
}

export function ReportDetails({ report, deps, settings, now }: ReportDetailsProps) {
  const { findings } = report;
  if (!findings || !report.on) return null;
  const { deals, empty, kinds, profits, totals } = findings;
  const unreadAnswers = findings.tap?.unread ?? 0;
  return (
    <div class="report">
      {deals > 0 && <p>★ {plural('reportDeals', deals, countText(deals))}</p>}
      {profits.length > 0 && <Profits cards={profits} show={(key) => void deps.pageReport(key)} />}
      {empty && <Warning text={text('reportBare')} />}
      {unreadAnswers > 0 && <Warning text={plural('reportTapUnread', unreadAnswers, countText(unreadAnswers))} />}
      {totals && <InventoryTotals totals={totals} asOf={findings.asOf} settings={settings} deps={deps} now={now} />}
      {kinds.length > 0 && (
        <details>
          <summary class="muted">{text('reportProblem')}</summary>
          <CardLists findings={findings} />
          <CopyReport report={report} deps={deps} />
        </details>
      )}
    </div>
  );
}

const Profits = ({ cards, show }: { readonly cards: readonly ProfitCard[]; readonly show: (key: string) => void }) => (
  <ul class="profits scrolls" aria-label={text('reportProfits', countText(cards.length))}>
    {cards.map((card) => (
      <li key={card.key}>
        <button type="button" title={text('reportProfitShow')} onClick={() => show(card.key)}>
          <ItemName name={card.item} />
          <MarketSign market={card.market} />
          <span class={card.isGood ? 'gain' : ''}>{moneyText(inCurrency(card.profitCents, card.shown))}</span>
          <span>{profitPercent(card)}</span>
        </button>
      </li>
    ))}
  </ul>
);

const Warning = ({ text: warning }: { readonly text: string }) => (
  <p class="line">
    <Mark tone="warn" />
    <span>{warning}</span>
  </p>
);

/** The length of a list; a report has at most 50 entries of each. */
const lengthText = ({ length }: readonly unknown[]): string =>
  length >= 50 ? text('reportOrMore', countText(length)) : countText(length);

/** Cards without prices and items without a price. Texts of the page are rendered as text, never as markup. */
const CardLists = ({ findings: { unread, unknown } }: { readonly findings: PageFindings }) => (
  <>
    <Lines summary={text('reportUnread', lengthText(unread))}>
      {unread.map((card, at) => (
        <li key={at}>
          <bdi>{card.text || text('reportWordless')}</bdi> <span class="muted">{text(`report${keyOf(card.why)}`)}</span>
        </li>
      ))}
    </Lines>
    <Lines summary={text('reportUnknown', lengthText(unknown))}>
      {unknown.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </Lines>
  </>
);

const Lines = ({ summary, children }: { readonly summary: string; readonly children: readonly VNode[] }) =>
  children.length > 0 && (
    <details>
      <summary>{summary}</summary>
      <ul class="names">{children}</ul>
    </details>
  );

function CopyReport({ report, deps }: Pick<ReportDetailsProps, 'report' | 'deps'>) {
  const [message, setMessage] = useState<StatusMessage>();
  const press = () =>
    deps.copy(reportText(report, deps.product)).then(
      () => setMessage({ tone: 'good', text: text('reportCopied') }),
      () => setMessage({ tone: 'bad', text: text('reportNotCopied') }),
    );
  return (
    <div class="copy">
      <StatusLine outcome={message} />
      <Act onClick={press}>{text('reportCopy')}</Act>
    </div>
  );
}
