import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type EntrypointInfo } from 'wxt';
import { deferScripts } from './src/build/firefox-deferred-scripts.ts';
import { preactWithoutInnerHtml } from './src/build/preact-without-innerhtml.ts';
import { useChromeNamespace } from './src/build/use-chrome-namespace.ts';
import { addCompileHints } from './src/build/v8-compile-hints.ts';
import type { Site } from './src/core/site.ts';

/** The scripts of one marketplace, by file name, and the pages that they belong to. */
interface SiteScripts {
  readonly matches: readonly string[];
  /** `<id>.js` waits for the first card. It runs on every page, before the document exists. */
  readonly wait: string;
  /** `<id>-adapter.js` reads cards. */
  readonly adapter: string;
  /** `<id>-tap.js` runs in the page's own world. */
  readonly tap: string | undefined;
}

/** The outline of an adapter (`Outline` in src/core/site.ts), as code. */
function outlineCode({ id, attributes, pages, tap }: Site): string {
  const kinds = pages.map(({ path, card }) => `{ path: ${path}, card: ${JSON.stringify(card)} }`);
  const fields = {
    id: JSON.stringify(id),
    tapped: String(tap !== undefined),
    pages: `[${kinds}]`,
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  };
  return `{ ${Object.entries(fields).map(([name, code]) => `${name}: ${code}`)} }`;
}

/**
 * Writes the scripts of each marketplace and adds them to the build. They are unlisted scripts and not WXT's content
 * scripts: the context that WXT adds to those would be a quarter of what a page without cards loads.
 */
async function addSiteScripts(add: (entrypoint: EntrypointInfo) => void): Promise<SiteScripts[]> {
  const files = (await readdir('src/sites')).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  await mkdir('.wxt/sites', { recursive: true });
  const addScript = async (name: string, imports: readonly string[], main: string): Promise<string> => {
    const inputPath = resolve('.wxt/sites', `${name}.ts`);
    const lines = [...imports.map((one) => `import ${one};`), `export default { main: () => { ${main}; } };`];
    await writeFile(inputPath, `${lines.join('\n')}\n`);
    add({ name, inputPath, type: 'unlisted-script' });
    return `${name}.js`;
  };
  const scripts = files.map(async (file): Promise<SiteScripts> => {
    const { default: site }: { default: Site } = await import(resolve('src/sites', file));
    const { id, matches, tap } = site;
    const waitImports = [`{ waitForCards } from '#content/boot/wait-for-cards.ts'`];
    const adapterImports = [`{ register } from '#content/boot/lazy-scripts.ts'`, `site from '#sites/${file}'`];
    const tapImports = [`{ startTap } from '#page/start.ts'`, `{ tap } from '#sites/${file}'`];
    return {
      matches,
      wait: await addScript(id, waitImports, `void waitForCards(${outlineCode(site)})`),
      adapter: await addScript(`${id}-adapter`, adapterImports, 'register({ site })'),
      tap: tap && (await addScript(`${id}-tap`, tapImports, 'startTap(tap, window)')),
    };
  });
  return Promise.all(scripts);
}

let siteScripts: readonly SiteScripts[] = [];

/** `npm run dev` serves the views, with their styles, from another origin. */
const devPolicy = ["script-src 'self'", "object-src 'none'", "base-uri 'none'"];

/**
 * The extension's pages load their own files and ask the relay, at any address that the user has set. Firefox's default
 * policy would upgrade http to https and so break a relay in the local network.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self' http: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Scripts of any marketplace's page that are loaded on demand, as the adapters are. */
const lazyScripts = ['overlays.js', 'panel.js', 'chart.js', 'report.js'];

/** Scripts that a page runs with its first card. In Firefox they come with the page and wait. */
const isForFirstCard = (file: string): boolean => file === 'overlays.js' || file.endsWith('-adapter.js');

const isCalledOnLoad = (file: string): boolean => isForFirstCard(file) || siteScripts.some(({ wait }) => wait === file);

/** `withDeferred`: the scripts for the first card come with the page. */
const contentScripts = (withDeferred: boolean) =>
  siteScripts.flatMap(({ matches, wait, adapter, tap }) => {
    const common = { matches: [...matches], run_at: 'document_start' as const };
    return [
      { ...common, js: withDeferred ? ['overlays.js', adapter, wait] : [wait] },
      ...(tap ? [{ ...common, js: [tap], world: 'MAIN' as const }] : []),
    ];
  });

/** Each marketplace's pages may load the shared scripts and their own adapter; no other page may load anything. */
const webAccessibleResources = () => [
  { resources: lazyScripts, matches: [...new Set(siteScripts.flatMap(({ matches }) => matches))] },
  ...siteScripts.map(({ adapter, matches }) => ({ resources: [adapter], matches: [...matches] })),
];

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:found': async (_, entrypoints) => {
      siteScripts = await addSiteScripts((entrypoint) => entrypoints.push(entrypoint));
    },
    'build:manifestGenerated': ({ config }, manifest) => {
      const isFirefox = config.browser === 'firefox';
      manifest.content_scripts = contentScripts(isFirefox);
      if (!isFirefox) manifest.web_accessible_resources = webAccessibleResources();
    },
  },
  // Mozilla asks for the sources of the build; a list of names keeps everything else out.
  zip: {
    includeSources: [
      '{entrypoints,public,src}/**',
      '{package,package-lock,tsconfig}.json',
      'wxt.config.ts',
      'LICENSE',
      'README.md',
      '.github/store/mozilla-review.md',
    ],
  },
  vite: ({ browser }) => ({
    plugins: [
      preact({ devToolsEnabled: false }),
      preactWithoutInnerHtml(),
      ...(browser === 'firefox'
        ? [deferScripts(isForFirstCard)]
        : [useChromeNamespace(), addCompileHints(isCalledOnLoad)]),
    ],
    build: { target: 'es2023' },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    // Firefox's content scripts cannot import; the worker runs `panel.js`, `chart.js` and `report.js` there by `scripting`.
    permissions: ['storage', 'alarms', 'contextMenus', ...(browser === 'firefox' ? ['scripting'] : [])],
    // Requested when the user sets the first alert.
    optional_permissions: ['notifications'],
    omnibox: { keyword: 'sl' },
    commands: {
      'toggle-overlays': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_commandToggle__' },
    },
    content_security_policy: { extension_pages: (command === 'serve' ? devPolicy : policy).join('; ') },
    ...(browser !== 'firefox' && { minimum_chrome_version: '123' }),
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'skinlens@skinlens.invalid',
          // Firefox for Android knows the next key since 142, and Mozilla's checks demand that version everywhere.
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
});
