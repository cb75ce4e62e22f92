import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';

/** The settings as a page reads and changes them. */
export interface SettingsAccess {
  readonly loadSettings: () => Promise<Settings>;
  /** Rejects when the browser does not keep the change. */
  readonly changeSettings: (change: (settings: Settings) => Settings) => Promise<unknown>;
  /** Answers with what stops it. */
  readonly onSettings: (listener: (settings: Settings) => void) => () => void;
}

/** Changes the settings; answers whether the browser kept the change. */
export type Change = (how: (settings: Settings) => Settings) => Promise<boolean>;

type How = Parameters<Change>[0];

/** The settings as stored, followed whoever changes them. Own changes show at once and are written one by one. */
export function useSettings({ loadSettings, changeSettings, onSettings }: SettingsAccess) {
  const [stored, setStored] = useState<Settings>();
  // What is stored tells of each change by itself: those that are still to be written must not vanish meanwhile.
  const [unwritten, setUnwritten] = useState<readonly How[]>([]);
  const [problem, setProblem] = useState('');
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  // Not after the first paint, as an effect would: nothing of use can be drawn before.
  useLayoutEffect(() => {
    loadSettings().then(setStored, (error) => setProblem(String(error)));
    return onSettings(setStored);
  }, [loadSettings, onSettings]);
  const change: Change = async (how) => {
    setProblem('');
    setUnwritten((before) => [...before, how]);
    // Two writes at once would both start from the same stored settings, and the later one would undo the first.
    const write = turn.current.then(() => changeSettings(how));
    turn.current = write.catch(() => undefined);
    const kept = await write.then(
      () => true,
      (error) => {
        setProblem(String(error));
        return false;
      },
    );
    const now = await loadSettings().catch(() => undefined);
    if (now) setStored(now);
    setUnwritten((before) => before.filter((one) => one !== how));
    return kept;
  };
  return { settings: stored && unwritten.reduce((before, how) => how(before), stored), problem, change };
}

/** Sets the theme on the document, where the colours of its scroll bars and its edge come from as well. */
export function useTheme(theme: Settings['theme'] | undefined): void {
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
