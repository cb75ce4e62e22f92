import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The code of one bundle, and the files that it reads or starts as threads, by their path from the root. */
export interface EmbeddedFiles {
  readonly paths: ReadonlySet<string>;
  readonly plugin: Plugin;
}

/** How the sources address a file beside them (src/protocol/node-files.ts). */
const ownFile = /new URL\(\s*'([\w./-]+)',\s*import\.meta\.url,?\s*\)/g;

/** Replaces addresses of files beside a source with addresses inside the packed server, and collects the files. */
export function embedFiles(root: string): EmbeddedFiles {
  const paths = new Set<string>();
  return {
    paths,
    plugin: {
      name: 'skinlens-embed-files',
      enforce: 'pre',
      transform(code, id) {
        if (!code.includes('import.meta') || id.includes('/node_modules/')) return;
        const replaced = code.replaceAll(ownFile, (_, file: string) => {
          const path = relative(root, resolve(dirname(id), file))
            .split(sep)
            .join('/');
          paths.add(path);
          return `new URL('embedded:${path}')`;
        });
        if (replaced.includes('import.meta')) this.error(`${id} uses import.meta in a way that cannot be packed`);
        return { code: replaced, map: null };
      },
    },
  };
}
