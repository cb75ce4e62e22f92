import browser from 'webextension-polyfill';

/**
 * Gives the worker and the extension's own pages Mozilla's polyfill as `browser`; import it before anything that
 * says `wxt/browser`. Content scripts do without: the few calls that they make are the same in both browsers, and it
 * would be a fifth of all that a page loads.
 */
Object.assign(globalThis, { browser, skinlensPolyfill: browser });
