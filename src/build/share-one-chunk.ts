import type { Plugin } from 'vite';

/** Styles stay where they are imported: those of the popup would change every other page. */
const isScript = (id: string): boolean => !id.endsWith('.css');

/**
 * Puts what at least two of the extension's pages share into one file. Without it each set of pages has files of its own:
 * the popup loads thirteen and not four, and its first status comes after 77 ms and not after 63. Scripts of other formats
 * are single files anyway.
 */
export const shareOneChunk = (): Plugin => ({
  name: 'share-one-chunk',
  outputOptions: (options) =>
    options.format === 'es'
      ? { ...options, codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: isScript }] } }
      : options,
});
