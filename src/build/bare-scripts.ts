import type { Plugin } from 'vite';

const importOfScript = /^import definition from ".*";/m;

/** The start of a script without what WXT puts around it. @throws Error when WXT's entry has another form */
export function bareEntry(entry: string): string {
  const [importLine] = importOfScript.exec(entry) ?? [];
  if (!importLine || !entry.includes('definition.main()')) throw new Error('WXT starts scripts in another way');
  return `${importLine}\ndefinition.main();\n`;
}

/** WXT logs what a script throws, in development only. A page loads four scripts or more, each with half a kB for that. */
export const bareScripts = (): Plugin => ({
  name: 'bare-scripts',
  apply: 'build',
  transform: {
    filter: { id: /virtual:wxt-unlisted-script-entrypoint/ },
    handler: (code) => ({ code: bareEntry(code), map: null }),
  },
});
