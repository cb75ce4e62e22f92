import { isStale } from '#core/prices/stale-after.ts';
import { diagnose, type RefreshMessage, type useWorker, type WorkerState } from '#popup/status/diagnosis.ts';
import type { Status } from '#protocol/messages.ts';
import { Away, Mark, StatusLine, TextWithCode } from '#ui/forms/parts.tsx';
import { unusableRowsText } from '#ui/words/fault-text.ts';
import { countText, spanText } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

export type StatusSectionProps = ReturnType<typeof useWorker>['status'];

interface DiagnosisProps extends StatusSectionProps {
  /** The form for the relay and the figures are elsewhere: a fault is all that is told here. */
  readonly isFault?: boolean;
}

const statusOf = (worker: WorkerState): Status | undefined => (worker.state === 'known' ? worker.status : undefined);

export function StatusSection(props: DiagnosisProps) {
  const { worker, settings, now, refreshing, isFault = false } = props;
  const { tone, title, advice } = diagnose(worker, settings, now, refreshing);
  const status = statusOf(worker);
  return (
    <section class={`status ${tone}`} aria-labelledby="diagnosis">
      <h2 id="diagnosis" class="diagnosis">
        <Mark tone={tone} />
        {title}
      </h2>
      <p class="advice">
        <TextWithCode text={advice} />
      </p>
      <div class="acts">
        <RefreshButton {...props} kind={isFault ? 'primary' : ''} />
        {isFault && status && (tone === 'bad' || (tone === 'warn' && status.fault)) && (
          <Away href="options.html#relay">{text('popupRelaySettings')}</Away>
        )}
      </div>
      {!isFault && <RefreshOutcome {...props} />}
      {status?.storageProblem && <p class="note warn">{text('popupStorage', status.storageProblem)}</p>}
      {!isFault && (
        <details class="note">
          <summary>{text('popupDetails')}</summary>
          <Details {...props} />
        </details>
      )}
    </section>
  );
}

/** Whether the status needs a hand, or says why there is nothing yet. */
export function needsHand({ worker, settings, now, refreshing }: StatusSectionProps): boolean {
  if (worker.state === 'asking') return false;
  return diagnose(worker, settings, now, refreshing).tone !== 'good' || Boolean(statusOf(worker)?.storageProblem);
}

/** A dot and the age of the prices, which is all that the usual case needs; the figures, once they are asked for. */
export function LiveStatus(props: StatusSectionProps) {
  const { worker, settings, now, refreshing } = props;
  const { tone, title } = diagnose(worker, settings, now, refreshing);
  const table = statusOf(worker)?.table;
  return (
    <details class="live">
      <summary class={tone} title={title}>
        {table ? spanText(now - table.asOf) : '–'}
        <span class="visually-hidden diagnosis">{title}</span>
      </summary>
      <section class="note">
        <Details {...props} />
      </section>
    </details>
  );
}

export function RefreshButton({ worker, refreshing, onRefresh, kind = '' }: StatusSectionProps & { kind?: string }) {
  const checking = refreshing || (statusOf(worker)?.checking ?? false);
  return (
    <button type="button" class={kind} aria-disabled={checking} onClick={() => checking || onRefresh()}>
      {checking ? text('popupChecking') : text('popupRefresh')}
    </button>
  );
}

/** The result of the last refresh, until the worker has checked again. */
export const RefreshOutcome = ({ worker, message }: StatusSectionProps) => (
  <StatusLine outcome={isOutdated(message, statusOf(worker)) ? undefined : message} />
);

const Details = ({ worker, settings, now }: StatusSectionProps) => (
  <>
    <Figures status={statusOf(worker)} settings={settings} now={now} />
    <p class="checked">{lastCheckText(statusOf(worker), now)}</p>
    <Notes status={statusOf(worker)} />
  </>
);

const isOutdated = (message: RefreshMessage | undefined, status: Status | undefined): boolean =>
  message?.checkedAt !== undefined && status?.lastCheck?.at !== message.checkedAt;

type FiguresProps = Pick<StatusSectionProps, 'settings' | 'now'> & { readonly status: Status | undefined };

const Figures = ({ status, settings, now }: FiguresProps) => {
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

function lastCheckText(status: Status | undefined, now: number): string {
  if (!status) return '';
  if (!status.lastCheck) return text('popupNotChecked');
  return text(`popupChecked${keyOf(status.lastCheck.outcome)}`, spanText(now - status.lastCheck.at));
}

const Notes = ({ status }: { readonly status: Status | undefined }) => (
  <>
    {status?.relayName !== undefined && <p>{text('popupRelayName', status.relayName)}</p>}
    {status?.newer !== undefined && <p>{text('popupNewer', status.newer)}</p>}
    {status?.table && status.table.badRows > 0 && <p>{unusableRowsText(status.table)}</p>}
    {status?.fault && (
      <p class="detail">
        {status.fault.kind}
        {status.fault.status !== null && `, HTTP ${status.fault.status}`}: {status.fault.detail} (
        {new Date(status.fault.at).toISOString()})
      </p>
    )}
  </>
);
