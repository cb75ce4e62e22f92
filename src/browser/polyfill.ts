import browser from 'webextension-polyfill';
import * as z from 'zod/mini';

/** Import it before modules of `browser`, and not in scripts of pages: it would be a fifth of their code. */
Object.assign(globalThis, { browser });

// zod tries eval for speed, which the extension's CSP forbids.
z.config({ jitless: true });
