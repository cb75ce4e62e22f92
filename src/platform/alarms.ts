import { browser } from 'wxt/browser';

/** Alarms of the worker: the next refresh, and the rest of an interrupted batch of markets. */
export type Alarm = 'next-refresh' | 'next-batch';

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
