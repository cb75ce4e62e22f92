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

/** The settings as stored, followed whoever changes them. Own changes show at once and are written one by one. */
export function useSettings({ loadSettings, changeSettings, onSettings }: SettingsAccess) {
  const [settings, setSettings] = useState<Settings>();
  const [problem, setProblem] = useState('');
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  // Not after the first paint, as an effect would: nothing of use can be drawn before.
  useLayoutEffect(() => {
    loadSettings().then(setSettings, (error) => setProblem(String(error)));
    return onSettings(setSettings);
  }, [loadSettings, onSettings]);
  const change: Change = async (how) => {
    setProblem('');
    setSettings((shown) => shown && how(shown));
    // Two writes at once would both start from the same stored settings, and the later one would undo the first.
    const write = turn.current.then(() => changeSettings(how));
    turn.current = write.catch(() => undefined);
    return write.then(
      () => true,
      async (error) => {
        setProblem(String(error));
        setSettings(await loadSettings());
        return false;
      },
    );
  };
  return { settings, problem, change };
}

/** Sets the theme on the document, where the colours of its scroll bars and its edge come from as well. */
export function useTheme(theme: Settings['theme'] | undefined): void {
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
