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
  load: {
    filter: { id: /define-unlisted-script/ },
    handler: () => 'export const defineUnlistedScript = (main) => ({ main });',
  },
  transform: {
    filter: { id: /virtual:wxt-unlisted-script-entrypoint/ },
    handler: (code) => ({ code: bareEntry(code), map: null }),
  },
});

/** Puts a script into a function of the content script's world, where `src/browser/scripts.ts` calls it by its path. */
const defer = (file: string, code: string): string =>
  `(globalThis.skinlensDeferred??={})[${JSON.stringify(`/${file}`)}]=()=>{${code}\n};`;

/** Mozilla's checks refuse an import of a computed address. Firefox compiles no function that is not called. */
export const deferScripts = (isDeferred: (file: string) => boolean): Plugin => ({
  name: 'firefox-deferred-scripts',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && isDeferred(chunk.fileName)) chunk.code = defer(chunk.fileName, chunk.code);
  },
});

const styleLink = /^ *<link rel="stylesheet".*\n/gm;

/** Puts the link to a page’s own style sheet, which is named after the page, behind the links to shared ones. @throws Error for several */
export function ownStylesLast(html: string, page: string): string {
  const [own, ...more] = (html.match(styleLink) ?? []).filter((link) => link.includes(`/assets/${page}-`));
  if (more.length > 0) throw new Error(`${page} has ${more.length + 1} style sheets of its own`);
  return own === undefined ? html : html.replace(own, '').replace(/^ *<\/head>/m, (end) => `${own}${end}`);
}

/** Vite links a page's own style sheet before the ones that it shares with other pages, and so these would win. */
export const linkOwnStylesLast = (): Plugin => ({
  name: 'own-styles-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename }) => ownStylesLast(html, /([\w-]+)(?:\/index)?\.html$/.exec(filename)?.[1] ?? ''),
  },
});

/** Styles stay where they are imported: those of the popup would change every other page. */
const isScript = (id: string): boolean => !id.endsWith('.css');

/** With one file for shared modules the popup loads four and not thirteen: its status comes after 63 ms, not 77. */
export const shareOneChunk = (): Plugin => ({
  name: 'share-one-chunk',
  outputOptions: (options) =>
    options.format === 'es'
      ? { ...options, codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: isScript }] } }
      : options,
});
