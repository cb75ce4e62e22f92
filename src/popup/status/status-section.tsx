import { isStale } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import { diagnose, type WorkerState } from '#popup/status/diagnosis.ts';
import type { RefreshMessage } from '#popup/status/use-status.ts';
import type { Status } from '#protocol/messages.ts';
import { Mark, StatusLine, TextWithCode } from '#ui/forms/status-line.tsx';
import { countText, spanText } from '#ui/words/format.ts';
import { unusableRowsText } from '#ui/words/relay-test-text.ts';
import { text } from '#ui/words/text.ts';

export interface StatusSectionProps {
  readonly worker: WorkerState;
  readonly settings: Settings;
  readonly now: number;
  readonly refreshing: boolean;
  readonly message: RefreshMessage | undefined;
  readonly onRefresh: () => void;
  /** The form for the relay is on another page. */
  readonly linksToRelay?: boolean;
}

/** The diagnosis with what to do about it and the Refresh button; the price table in figures, once they are asked for. */
export function StatusSection(props: StatusSectionProps) {
  const { worker, settings, now, refreshing, message, onRefresh, linksToRelay = false } = props;
  const { tone, title, advice } = diagnose(worker, settings, now, refreshing);
  const status = worker.state === 'known' ? worker.status : undefined;
  const checking = refreshing || (status?.checking ?? false);
  return (
    <section class={`status ${tone}`} aria-labelledby="diagnosis">
      <div class="refresh">
        <h2 id="diagnosis" class="diagnosis">
          <Mark tone={tone} />
          {title}
        </h2>
        <button type="button" aria-disabled={checking} onClick={() => checking || onRefresh()}>
          {checking ? text('popupChecking') : text('popupRefresh')}
        </button>
      </div>
      <p class="advice">
        <TextWithCode text={advice} />
      </p>
      {linksToRelay && status && (tone === 'bad' || (tone === 'warn' && status.fault)) && (
        <a href="options.html#relay" target="_blank" rel="noreferrer">
          {text('popupRelaySettings')}
        </a>
      )}
      <StatusLine outcome={isOutdated(message, status) ? undefined : message} />
      {status?.storageProblem && <p class="note warn">{text('popupStorage', status.storageProblem)}</p>}
      <details class="note">
        <summary>{text('popupDetails')}</summary>
        <Figures status={status} settings={settings} now={now} />
        <p class="checked">{lastCheckText(status, now)}</p>
        <Notes status={status} />
      </details>
    </section>
  );
}

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

const lastCheckKeys = {
  new: 'popupCheckedNew',
  unchanged: 'popupCheckedUnchanged',
  failed: 'popupCheckedFailed',
} as const;

function lastCheckText(status: Status | undefined, now: number): string {
  if (!status) return '';
  if (!status.lastCheck) return text('popupNotChecked');
  return text(lastCheckKeys[status.lastCheck.outcome], spanText(now - status.lastCheck.at));
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
