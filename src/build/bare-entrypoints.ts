import type { Plugin } from 'vite';

/** Where WXT's entrypoint says which file of ours it is for. */
const ours = /^import definition from .*;$/m;

/** WXT's entrypoint of a script, without its own messages. @throws Error when it does not name our file where it did. */
export function withoutMessages(entrypoint: string): string {
  const [line] = ours.exec(entrypoint) ?? [];
  if (line === undefined) throw new Error('WXT starts scripts in another way: look at it anew');
  return `${line}\ndefinition.main();\n`;
}

/**
 * Starts scripts of pages with a call and nothing else: what WXT puts around it words errors that the browser reports
 * anyway, and comes with each of four files that a page loads.
 */
export const plainScripts = (): Plugin => ({
  name: 'plain-scripts',
  apply: 'build',
  transform: {
    filter: { id: /virtual:wxt-unlisted-script-entrypoint/ },
    handler: (code) => ({ code: withoutMessages(code), map: null }),
  },
});
