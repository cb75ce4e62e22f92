import { browser } from 'wxt/browser';

/** The versions of the extension and the browser. */
export const product = () => ({ version: browser.runtime.getManifest().version, browser: navigator.userAgent });
