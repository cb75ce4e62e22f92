import { browser } from 'wxt/browser';

/** What the worker may have itself woken for: the next look at the relay, and a round of markets that was cut short. */
export type Alarm = 'next-look' | 'next-market';

/** Hears the alarms; call it while the worker starts, or a worker that an alarm wakes misses it. */
export function onAlarm(listeners: Readonly<Record<Alarm, () => void>>): void {
  const heard = new Map<string, () => void>(Object.entries(listeners));
  browser.alarms.onAlarm.addListener(({ name }) => heard.get(name)?.());
}

/** Sets or clears an alarm, a nudge that may come late or never (browsers may drop alarms at a restart). */
export async function setAlarm(name: Alarm, at: number | undefined): Promise<void> {
  if (at === undefined) await browser.alarms.clear(name);
  else browser.alarms.create(name, { when: at });
}
