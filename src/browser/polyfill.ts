import browser from 'webextension-polyfill';
import * as z from 'zod/mini';

/**
 * Provides Mozilla's polyfill to the modules of `browser` in this file's bundle. Import it before them, in the
 * worker's main file and in the extension's pages. The startup file and content scripts do not use it: it would be a
 * fifth of the code that a page loads, and their few calls are the same in both browsers.
 */
Object.assign(globalThis, { browser });

// zod tries eval for speed, which the extension's CSP forbids.
z.config({ jitless: true });
