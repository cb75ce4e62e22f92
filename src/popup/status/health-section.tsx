import type { Settings } from '#core/settings.ts';
import { type Health, isStale, judge } from '#popup/status/diagnosis.ts';
import type { RefreshOutcome } from '#popup/status/use-status.ts';
import type { Status } from '#protocol/messages.ts';
import { countText, spanText } from '#ui/age.ts';
import { unusableRowsText } from '#ui/relay-test-text.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';
import { TextWithCode } from '#ui/text-with-code.tsx';

export interface HealthProps {
  readonly health: Health;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
  readonly busy: boolean;
  readonly outcome: RefreshOutcome | undefined;
  readonly onRefresh: () => void;
}

/** Is it working, and if not, why: the verdict, the table in figures, and a look at the relay now. */
export function HealthSection({ health, settings, now, busy, outcome, onRefresh }: HealthProps) {
  const verdict = judge(health, settings, now, busy);
  const status = health.state === 'known' ? health.status : undefined;
  const checking = busy || (status?.checking ?? false);
  return (
    <section class={`health ${verdict.tone}`} aria-labelledby="verdict">
      <h2 id="verdict" class="verdict">
        <Mark tone={verdict.tone} />
        {verdict.title}
      </h2>
      <p class="advice">
        <TextWithCode text={verdict.advice} />
      </p>
      <Figures status={status} settings={settings} now={now} />
      <Notes status={status} />
      <div class="refresh">
        <p class="muted">{lastCheckText(status, now)}</p>
        <button type="button" aria-disabled={checking} onClick={() => checking || onRefresh()}>
          {checking ? text('popupChecking') : text('popupRefresh')}
        </button>
      </div>
      <StatusLine outcome={isOver(outcome, status) ? undefined : outcome} />
    </section>
  );
}

/** Whether the worker has looked again since: what the refresh brought is then no news any more. */
const isOver = (outcome: RefreshOutcome | undefined, status: Status | undefined): boolean =>
  outcome?.of !== undefined && status?.lastCheck?.at !== outcome.of;

const Figures = ({ status, settings, now }: Pick<HealthProps, 'settings' | 'now'> & { status: Status | undefined }) => {
  const table = status?.table;
  const stale = table ? isStale(table.asOf, settings, now) : false;
  return (
    <dl class="figures">
      <Figure name={text('popupItems')} value={table ? countText(table.items) : '–'} />
      <Figure name={text('popupAge')} value={table ? spanText(now - table.asOf) : '–'} tone={stale ? 'warn' : ''} />
      <Figure name={text('popupNextCheck')} value={nextCheckText(status, now)} />
    </dl>
  );
};

const Figure = ({ name, value, tone = '' }: { name: string; value: string; tone?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd class={tone}>{value}</dd>
  </div>
);

function nextCheckText(status: Status | undefined, now: number): string {
  if (!status) return '–';
  if (status.checking) return text('popupNow');
  if (status.nextCheckAt === null) return text('popupOnUse');
  return status.nextCheckAt <= now ? text('popupNow') : text('popupIn', spanText(status.nextCheckAt - now));
}

const checks = {
  new: 'popupCheckedNew',
  unchanged: 'popupCheckedUnchanged',
  failed: 'popupCheckedFailed',
} as const;

function lastCheckText(status: Status | undefined, now: number): string {
  if (!status) return '';
  if (!status.lastCheck) return text('popupNotChecked');
  return text(checks[status.lastCheck.outcome], spanText(now - status.lastCheck.at));
}

/** What is worth knowing beside the verdict: unusable rows, a full disk, and the technical line for a bug report. */
const Notes = ({ status }: { readonly status: Status | undefined }) => (
  <>
    {status?.storageProblem && <p class="note warn">{text('popupStorage', status.storageProblem)}</p>}
    {status?.table && status.table.badRows > 0 && <p class="note">{unusableRowsText(status.table)}</p>}
    {status?.fault && (
      <details class="note">
        <summary>{text('popupDetails')}</summary>
        <p class="detail">
          {status.fault.kind}
          {status.fault.status !== null && `, HTTP ${status.fault.status}`}: {status.fault.detail} (
          {new Date(status.fault.at).toISOString()})
        </p>
      </details>
    )}
  </>
);
