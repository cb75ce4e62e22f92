import { useState } from 'preact/hooks';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import {
  type Entered,
  type GivenEntered,
  maxSettingsBytes,
  type ParsedSettingsFile,
  parseSettingsFile,
  type SettingsFileProblem,
  writeSettingsFile,
} from '#core/settings/settings-file.ts';
import type { PopupDeps, Shell } from '#popup/deps.ts';
import { settingLabel } from '#popup/settings/setting-words.ts';
import { Act, Primary, StatusLine } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { countText } from '#ui/words/format.ts';
import { keyOf, type StatusMessage, text } from '#ui/words/text.ts';

interface BackupProps extends SettingsProps {
  readonly ask: PopupDeps['ask'];
  readonly shell: Shell;
}

export const BackupSection = (props: BackupProps) => (
  <>
    <Export {...props} />
    <Import {...props} />
    <Reset {...props} />
  </>
);

function Export({ ask, shell, settings }: BackupProps) {
  const [withToken, setWithToken] = useState(false);
  const [withEntered, setWithEntered] = useState(true);
  const [message, setMessage] = useState<StatusMessage>();
  const check = (label: string, isOn: boolean, onSwitch: (on: boolean) => void) => (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
  const save = (entered?: Entered) =>
    shell.save('skinlens-settings.json', writeSettingsFile(settings, withToken, entered));
  const exportAll = () =>
    ask('entered', {}).then(save, (error: unknown) => setMessage({ tone: 'bad', text: troubleText(error) }));
  return (
    <div class="step">
      {check(text('backupWithToken'), withToken, setWithToken)}
      {check(text('backupWithEntered'), withEntered, setWithEntered)}
      <div class="buttons">
        <Act onClick={() => (withEntered ? void exportAll() : save())}>{text('backupExport')}</Act>
      </div>
      <StatusLine outcome={message} />
    </div>
  );
}

function Import({ ask, settings, change }: BackupProps) {
  const [file, setFile] = useState<ImportableFile>();
  const [message, setMessage] = useState<StatusMessage>();
  const choose = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const reading = await readFile(chosen, settings);
    // Allows the same file to be chosen again after a correction.
    input.value = '';
    setFile('refused' in reading ? undefined : reading);
    setMessage('refused' in reading ? { tone: 'bad', text: problemText(reading.refused) } : undefined);
  };
  const importFile = async ({ content, entered }: ImportableFile) => {
    setFile(undefined);
    // All of the file or nothing: settings go back where the rest cannot be stored.
    if (!(await change((now) => importInto(content, now)))) return;
    try {
      if (Object.keys(entered).length > 0) await ask('entered-set', entered);
      setMessage({ tone: 'good', text: text('backupImported') });
    } catch (error) {
      await change(() => settings);
      setMessage({ tone: 'bad', text: troubleText(error) });
    }
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
      <StatusLine outcome={message} />
      {file && <Preview file={file} onImport={() => void importFile(file)} onCancel={() => setFile(undefined)} />}
    </div>
  );
}

interface ImportableFile extends ParsedSettingsFile {
  readonly content: string;
}

async function readFile(file: File, settings: Settings) {
  if (file.size > maxSettingsBytes) return { refused: { reason: 'too-large' } } as const;
  const content = await file.text().catch(() => undefined);
  if (content === undefined) return { refused: { reason: 'unreadable' } } as const;
  return { ...parseSettingsFile(content, settings), content };
}

/** Applies a file to the current settings, which may differ from those of the preview. */
function importInto(content: string, now: Settings): Settings {
  const reading = parseSettingsFile(content, now);
  return 'refused' in reading ? now : reading.settings;
}

const maxNamesShown = 8;

const listNames = (names: readonly string[]): string =>
  [...names.slice(0, maxNamesShown), ...(names.length > maxNamesShown ? ['…'] : [])].join(', ');

const partKeys = {
  portfolio: 'portfolioTitle',
  watchList: 'watchTitle',
  views: 'exploreSaved',
} as const satisfies Record<keyof Entered, string>;

const partLabel = (name: string): string =>
  name === 'portfolio' || name === 'watchList' || name === 'views' ? text(partKeys[name]) : settingLabel(name);

const troubleText = (error: unknown): string => text('backupTrouble', String(error));

/** "Portfolio: 3, Watch list: 2": what replaces the user's own. */
const partsText = ({ portfolio, watchList, views }: GivenEntered): string =>
  [['portfolio', portfolio?.items] as const, ['watchList', watchList?.items] as const, ['views', views] as const]
    .flatMap(([name, list]) => (list ? [`${partLabel(name)}: ${countText(list.length)}`] : []))
    .join(', ');

function problemText(problem: SettingsFileProblem): string {
  if (problem.reason === 'newer') return text('backupNewer', String(problem.version));
  if (problem.reason === 'bad-values') return text('backupBadValues', listNames(problem.names.map(partLabel)));
  return text(`backup${keyOf(problem.reason)}`);
}

interface PreviewProps {
  readonly file: ParsedSettingsFile;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

function Preview({ file: { settings, changed, unknown, entered }, onImport, onCancel }: PreviewProps) {
  const hasEntered = Object.keys(entered).length > 0;
  return (
    <section class="ask" aria-label={text('backupImport')}>
      {changed.length > 0 && <p>{text('backupChanges', listNames(changed.map(settingLabel)))}</p>}
      {changed.includes('relay.url') && <p>{text('backupNewRelay', settings.relay.url)}</p>}
      {settings.watchRelay && changed.some((name) => name === 'relay.url' || name === 'watchRelay') && (
        <p class="note warn">{text('watchRelayHint')}</p>
      )}
      {hasEntered && <p>{text('backupReplaces', partsText(entered))}</p>}
      {changed.length === 0 && !hasEntered && <p>{text('backupNoChanges')}</p>}
      {unknown.length > 0 && <p class="note warn">{text('backupUnknown', listNames(unknown))}</p>}
      <div class="buttons">
        <Act onClick={onCancel}>{text('backupCancel')}</Act>
        <Primary onClick={onImport}>{text('backupTake')}</Primary>
      </div>
    </section>
  );
}

/** Resets all settings, the relay's address and token included, after a confirmation. */
function Reset({ change }: BackupProps) {
  const [confirming, setConfirming] = useState(false);
  const [message, setMessage] = useState<StatusMessage>();
  const reset = async () => {
    setConfirming(false);
    if (await change(() => parseSettings({}))) setMessage({ tone: 'good', text: text('backupWasReset') });
  };
  if (!confirming) {
    return (
      <div class="step">
        <StatusLine outcome={message} />
        <div class="buttons">
          <Act onClick={() => setConfirming(true)}>{text('backupReset')}</Act>
        </div>
      </div>
    );
  }
  return (
    <section class="ask" aria-label={text('backupReset')}>
      <p>{text('backupResetSure')}</p>
      <div class="buttons">
        <Act onClick={() => setConfirming(false)}>{text('backupCancel')}</Act>
        <Act class="danger" onClick={() => void reset()}>
          {text('backupResetNow')}
        </Act>
      </div>
    </section>
  );
}
