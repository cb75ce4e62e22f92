import { browser } from 'wxt/browser';

/** What runs here: the extension's version, and the browser as it calls itself. */
export const product = () => ({ version: browser.runtime.getManifest().version, browser: navigator.userAgent });
