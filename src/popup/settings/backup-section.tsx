import { useState } from 'preact/hooks';
import { parseSettings, type Settings } from '#core/settings.ts';
import {
  maxSettingsBytes,
  type ParsedSettingsFile,
  parseSettingsFile,
  type SettingsFileProblem,
  writeSettingsFile,
} from '#core/settings-file.ts';
import { settingLabel } from '#popup/settings/setting-words.ts';
import type { Shell } from '#popup/shell.ts';
import type { Change } from '#ui/live-settings.ts';
import { StatusLine } from '#ui/marks.tsx';
import type { StatusMessage } from '#ui/outcome.ts';
import { text } from '#ui/text.ts';

interface BackupProps {
  readonly shell: Shell;
  readonly settings: Settings;
  readonly change: Change;
}

/** Settings as a file, out and in, and back to how they were at first. */
export function Backup(props: BackupProps) {
  const { shell } = props;
  return (
    <>
      <Export {...props} />
      {shell.filesHere ? <Import {...props} /> : <p class="hint">{text('backupNeedsTab')}</p>}
      {!shell.inTab && (
        <p>
          <a href="popup.html?tab" target="_blank" rel="noreferrer">
            {text('backupOpenTab')}
          </a>
        </p>
      )}
      <Reset {...props} />
    </>
  );
}

function Export({ shell, settings }: BackupProps) {
  const [withToken, setWithToken] = useState(false);
  return (
    <div class="step">
      <label class="check">
        <input type="checkbox" checked={withToken} onChange={(event) => setWithToken(event.currentTarget.checked)} />
        <span>{text('backupWithToken')}</span>
      </label>
      <div class="buttons">
        <button
          type="button"
          onClick={() => shell.save('skinlens-settings.json', writeSettingsFile(settings, withToken))}
        >
          {text('backupExport')}
        </button>
      </div>
    </div>
  );
}

function Import({ settings, change }: BackupProps) {
  const [read, setRead] = useState<Read>();
  const [outcome, setOutcome] = useState<StatusMessage>();
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    const { content = '', reading } = await look(file, settings);
    // The same file can be chosen again, after it was corrected.
    input.value = '';
    setRead('refused' in reading ? undefined : { ...reading, file: content });
    setOutcome('refused' in reading ? { tone: 'bad', text: refusalText(reading.refused) } : undefined);
  };
  const take = async ({ file }: Read) => {
    setRead(undefined);
    if (await change((now) => takeOver(file, now))) setOutcome({ tone: 'good', text: text('backupImported') });
  };
  return (
    <div class="step">
      <label class="row" for="backup-file">
        {text('backupImport')}
      </label>
      <input
        id="backup-file"
        type="file"
        accept=".json,application/json"
        onChange={(event) => void choose(event.currentTarget)}
      />
      <StatusLine outcome={outcome} />
      {read && <Preview read={read} onTake={() => void take(read)} onLeave={() => setRead(undefined)} />}
    </div>
  );
}

interface Read extends ParsedSettingsFile {
  /** The file's text. */
  readonly file: string;
}

interface Looked {
  readonly content?: string;
  readonly reading: ReturnType<typeof parseSettingsFile>;
}

/** Looks into a chosen file; one that is too large is not even opened, and one that is gone by now cannot be. */
async function look(file: File, settings: Settings): Promise<Looked> {
  if (file.size > maxSettingsBytes) return { reading: { refused: { reason: 'too-large' } } };
  const content = await file.text().catch(() => undefined);
  if (content === undefined) return { reading: { refused: { reason: 'unreadable' } } };
  return { content, reading: parseSettingsFile(content, settings) };
}

/** What is stored may have changed since the file was looked at. */
function takeOver(file: string, now: Settings): Settings {
  const reading = parseSettingsFile(file, now);
  return 'refused' in reading ? now : reading.settings;
}

/** So many names stand in one sentence. */
const mostNames = 8;

const listNames = (names: readonly string[]): string =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(', ');

const refusals = {
  unreadable: 'backupUnreadable',
  'too-large': 'backupTooLarge',
  'not-json': 'backupNotJson',
  foreign: 'backupForeign',
} as const;

/** Why a file is refused, in a sentence. */
function refusalText(refusal: SettingsFileProblem): string {
  if (refusal.reason === 'newer') return text('backupNewer', String(refusal.version));
  if (refusal.reason === 'bad-values') return text('backupBadValues', listNames(refusal.names.map(settingLabel)));
  return text(refusals[refusal.reason]);
}

interface PreviewProps {
  readonly read: ParsedSettingsFile;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}

/** What a file would change, before it does. */
const Preview = ({ read: { settings, changed, unknown }, onTake, onLeave }: PreviewProps) => (
  <section class="ask" aria-label={text('backupImport')}>
    <p>
      {changed.length > 0 ? text('backupChanges', listNames(changed.map(settingLabel))) : text('backupNoChanges')}
      {changed.includes('relay.url') && ` ${text('backupNewRelay', settings.relay.url)}`}
    </p>
    {unknown.length > 0 && <p class="note warn">{text('backupUnknown', listNames(unknown))}</p>}
    <div class="buttons">
      <button type="button" onClick={onLeave}>
        {text('backupCancel')}
      </button>
      <button type="button" class="primary" onClick={onTake}>
        {text('backupTake')}
      </button>
    </div>
  </section>
);

/** Back to the defaults, relay and token as well; asks once more. */
function Reset({ change }: BackupProps) {
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<StatusMessage>();
  const reset = async () => {
    setAsking(false);
    if (await change(() => parseSettings({}))) setOutcome({ tone: 'good', text: text('backupWasReset') });
  };
  if (!asking) {
    return (
      <div class="step">
        <StatusLine outcome={outcome} />
        <div class="buttons">
          <button type="button" onClick={() => setAsking(true)}>
            {text('backupReset')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <section class="ask" aria-label={text('backupReset')}>
      <p>{text('backupResetSure')}</p>
      <div class="buttons">
        <button type="button" onClick={() => setAsking(false)}>
          {text('backupCancel')}
        </button>
        <button type="button" class="danger" onClick={() => void reset()}>
          {text('backupResetNow')}
        </button>
      </div>
    </section>
  );
}
