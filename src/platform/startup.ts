import { browser } from 'wxt/browser';

/** Calls back when the browser starts. Without this listener the worker starts only with a page or an alarm. */
export const onBrowserStart = (listener: () => void): void => browser.runtime.onStartup.addListener(listener);
