import { browser } from 'wxt/browser';

/** Has the worker started with the browser, which without a listener would wait for a page or an alarm. */
export const onBrowserStart = (listener: () => void): void => browser.runtime.onStartup.addListener(listener);
