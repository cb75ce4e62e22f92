import type { Plugin } from 'vite';

/** Puts a script into a function of the content script's world, where `src/browser/scripts.ts` calls it by its path. */
const defer = (file: string, code: string): string =>
  `(globalThis.skinlensDeferred??={})[${JSON.stringify(`/${file}`)}]=()=>{${code}\n};`;

/**
 * For Firefox: scripts that come with every page and run only when the page needs them. Chromium imports such
 * scripts, but Mozilla's checks refuse an import of a computed address. Firefox only pre-parses a function that is not
 * called and does not compile it.
 */
export const deferScripts = (isDeferred: (file: string) => boolean): Plugin => ({
  name: 'firefox-deferred-scripts',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && isDeferred(chunk.fileName)) chunk.code = defer(chunk.fileName, chunk.code);
  },
});
