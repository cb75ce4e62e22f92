import type { Plugin } from 'vite';

/**
 * A script that does nothing until the content script calls it by its file's name (src/platform/scripts.ts).
 * The engine looks over what is inside a function without making code of it.
 */
const lyingReady = (file: string, code: string): string =>
  `(globalThis.skinlensReady??={})[${JSON.stringify(`/${file}`)}]=()=>{${code}\n};`;

/**
 * For Firefox: files that come with each page and lie ready there, where Chromium imports them when they are needed.
 * Mozilla's checks refuse an import whose address is made while running, and no page can load these files any more.
 */
export const lieReady = (lies: (file: string) => boolean): Plugin => ({
  name: 'lie-ready',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && lies(chunk.fileName)) chunk.code = lyingReady(chunk.fileName, chunk.code);
  },
});
