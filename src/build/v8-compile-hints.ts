import type { Plugin } from 'vite';

/** V8 looks for it in the first lines of a script (explicit compile hints, Chromium 136). */
const hint = '//# allFunctionsCalledOnLoad';

/**
 * For Chromium: of files nearly all of whose functions are called at once. The engine then makes code of each function
 * when it first reads it, in place of looking over it and reading it again at the call.
 */
export const calledOnLoad = (isCalled: (file: string) => boolean): Plugin => ({
  name: 'called-on-load',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && isCalled(chunk.fileName)) chunk.code = `${hint}\n${chunk.code}`;
  },
});
