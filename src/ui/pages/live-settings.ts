import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '#core/settings/settings.ts';

export interface SettingsAccess {
  readonly loadSettings: () => Promise<Settings>;
  /** Returns what was stored. Rejects when the browser does not store the change. */
  readonly changeSettings: (change: (settings: Settings) => Settings) => Promise<Settings>;
  readonly onSettings: (listener: () => void) => () => void;
}

/** Changes the settings. Resolves to whether the browser stored the change. */
export type UpdateSettings = (how: (settings: Settings) => Settings) => Promise<boolean>;

export interface SettingsProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** Own changes show at once and are written one by one. The page gets their theme. */
export function useSettings({ loadSettings, changeSettings, onSettings }: SettingsAccess) {
  const [stored, setStored] = useState<Settings>();
  // Each stored change updates `stored`. The changes that are not written yet must survive that.
  const [unwritten, setUnwritten] = useState<readonly Parameters<UpdateSettings>[0][]>([]);
  const [problem, setProblem] = useState('');
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const writes = useRef(0);
  const readings = useRef(0);
  /** Nothing is read while own changes are under way: what is stored may contain them, and they would apply twice. */
  const read = useCallback(async () => {
    readings.current += 1;
    const reading = readings.current;
    const now = await loadSettings();
    if (writes.current === 0 && reading === readings.current) setStored(now);
  }, [loadSettings]);
  // A layout effect runs before the first paint, which needs the settings.
  useLayoutEffect(() => {
    read().catch((error) => setProblem(String(error)));
    return onSettings(() => void read().catch(() => undefined));
  }, [read, onSettings]);
  const change: UpdateSettings = async (edit) => {
    setProblem('');
    writes.current += 1;
    readings.current += 1;
    setUnwritten((before) => [...before, edit]);
    // Two writes at a time would both start from the same stored settings, and the later one would undo the first.
    const write = turn.current.then(() => changeSettings(edit));
    turn.current = write.catch(() => undefined);
    const written = await write.catch((error): undefined => void setProblem(String(error)));
    writes.current -= 1;
    // Both in one rendering.
    if (written) setStored(written);
    setUnwritten((before) => before.filter((other) => other !== edit));
    if (writes.current === 0) await read().catch(() => undefined);
    return written !== undefined;
  };
  const settings = stored && unwritten.reduce((before, edit) => edit(before), stored);
  // On the document element, which also gives scroll bars and the page's background their colours.
  useEffect(() => {
    if (settings) document.documentElement.dataset['theme'] = settings.theme;
  }, [settings?.theme]);
  return { settings, problem, change };
}
