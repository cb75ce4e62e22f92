import { browser } from 'wxt/browser';

/** Calls back when the browser starts. Without this listener the worker starts only with a page or an alarm. */
export const onBrowserStart = (listener: () => void): void => browser.runtime.onStartup.addListener(listener);

/** Alarms of the worker: the next refresh, the rest of an interrupted batch of markets, and when what was seen is old. */
export type Alarm = 'next-refresh' | 'next-batch' | 'seen-old';

/** Call it while the worker starts: an alarm that wakes the worker is lost without a listener. */
export function onAlarm(listeners: Readonly<Record<Alarm, () => void>>): void {
  const byName = new Map<string, () => void>(Object.entries(listeners));
  browser.alarms.onAlarm.addListener(({ name }) => byName.get(name)?.());
}

/** Sets or clears an alarm. It may come late or never: browsers may drop alarms at a restart. */
export async function setAlarm(name: Alarm, at: number | undefined): Promise<void> {
  if (at === undefined) await browser.alarms.clear(name);
  else browser.alarms.create(name, { when: at });
}

/** Calls back after an installation or an update of the extension. Call it while the worker starts. */
export function onInstall(listener: (isUpdate: boolean) => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' || reason === 'update') listener(reason === 'update');
  });
}

/** Calls back for a shortcut of the manifest. Call it while the worker starts. */
export function onShortcut(name: string, listener: () => void): void {
  browser.commands?.onCommand.addListener((command) => {
    if (command === name) listener();
  });
}
