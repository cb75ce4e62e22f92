import type { Plugin } from 'vite';

/** WXT's look-up of `browser`, at which Chromium creates that object. */
const lookUp = /globalThis\.browser\?\.runtime\?\.id\s*\?\s*globalThis\.browser\s*:\s*globalThis\.chrome/;

/** Uses `chrome`, or the polyfill where it is loaded. @throws Error when the package looks `browser` up in another way. */
export function withChrome(code: string): string {
  if (!lookUp.test(code)) throw new Error('@wxt-dev/browser looks the browser up in another way: adapt this step');
  return code.replace(lookUp, 'globalThis.skinlensPolyfill ?? globalThis.chrome');
}

/**
 * For Chromium, which creates its `browser` object at the first access: 0.5 to 1 ms of each page's main thread. `chrome`
 * has the same methods and always exists.
 */
export const useChromeNamespace = (): Plugin => ({
  name: 'use-chrome-namespace',
  apply: 'build',
  transform: {
    filter: { id: /@wxt-dev[\\/]browser[\\/]src[\\/]index\.mjs$/ },
    handler: (code) => ({ code: withChrome(code), map: null }),
  },
});
