import { browser } from 'wxt/browser';

const name = 'next-look';

/** Hears the alarm; call it while the worker starts, or a worker that the alarm wakes misses it. */
export function onAlarm(listener: () => void): void {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) listener();
  });
}

/** Sets or clears the one alarm, a nudge that may come late or never (browsers may drop alarms at a restart). */
export async function setAlarm(at: number | undefined): Promise<void> {
  if (at === undefined) await browser.alarms.clear(name);
  else browser.alarms.create(name, { when: at });
}
