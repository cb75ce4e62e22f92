import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = 'src/page/boot/shared-code.ts';

/** The exports of `overlays.js`'s modules that the script before it has shared, by the path of their module. */
export const sharedExports = (code = readFileSync(source, 'utf8')): ReadonlyMap<string, string> =>
  new Map(Array.from(code.matchAll(/^import (\{.*\}) from '#(.*)';$/gm), ([, names = '', path = '']) => [path, names]));

/** `overlays.js` takes from the script that loads it what both need: each page loads both. */
export const takeSharedCode = (): Plugin => {
  const shared = sharedExports();
  let isOverlays = false;
  return {
    name: 'shared-code',
    apply: 'build',
    configResolved: ({ build }) => {
      isOverlays = /[\\/]entrypoints[\\/]overlays\.ts/.test(JSON.stringify(build.lib));
    },
    load: {
      filter: { id: /[\\/]src[\\/].*\.ts$/ },
      handler: (id) => {
        const names = isOverlays && shared.get(id.replaceAll('\\', '/').split('/src/').at(-1) ?? '');
        return names ? `export const ${names} = globalThis.skinlensShared;` : undefined;
      },
    },
  };
};
