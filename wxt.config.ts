import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type EntrypointInfo } from 'wxt';
import { identity } from './src/build/identity.ts';
import { bareScripts, deferScripts, linkOwnStylesLast, shareOneChunk } from './src/build/script-plugins.ts';
import { offer, takeSharedCode } from './src/build/shared-code.ts';
import {
  anySiteFiles,
  type PageScript,
  type SiteSummary,
  siteFiles,
  siteScripts,
} from './src/core/settings/page-scripts.ts';
import { type Site, type Tap, withTap } from './src/core/site.ts';
import { packagedSamples } from './src/service/simulated/catalogue.ts';

/** The outline of an adapter (`Outline` in src/core/site.ts), as code. */
function outlineCode({ id, attributes, pages, tapped }: Site): string {
  const kinds = pages.map(({ path, card }) => `{ path: ${path}, card: ${JSON.stringify(card)} }`);
  const fields = {
    id: JSON.stringify(id),
    tapped: String(tapped !== undefined),
    pages: `[${kinds}]`,
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  };
  return `{ ${Object.entries(fields).map(([name, code]) => `${name}: ${code}`)} }`;
}

/** An adapter, its file, and what its tap does in the page's own world. */
interface SiteFile {
  readonly file: string;
  readonly site: Site;
  readonly tap: Tap | undefined;
}

async function loadSites(): Promise<readonly SiteFile[]> {
  const files = (await readdir('src/sites')).filter((file) => file.endsWith('.ts') && file !== 'index.ts').sort();
  const loaded: SiteFile[] = [];
  // One after the other: WXT's loader gives two that load at once a module that both import, half run.
  for (const file of files) {
    const { default: site, tap }: { default: Site; tap?: Tap } = await import(resolve('src/sites', file));
    loaded.push({ file, site: withTap(site, tap), tap });
  }
  return loaded;
}

/**
 * Writes the scripts of each marketplace and adds them to the build. They are unlisted scripts and not WXT's content
 * scripts: the context that WXT adds to those would be a quarter of what a page without cards loads.
 */
async function addSiteScripts(add: (entrypoint: EntrypointInfo) => void): Promise<void> {
  await mkdir('.wxt/sites', { recursive: true });
  const addScript = async (file: string, imports: readonly string[], main: string, end = ''): Promise<void> => {
    const name = file.replace(/\.js$/, '');
    const inputPath = resolve('.wxt/sites', `${name}.ts`);
    const lines = [...imports.map((one) => `import ${one};`), `export default { main: () => { ${main}; } };`, end];
    await writeFile(inputPath, `${lines.join('\n')}\n`);
    add({ name, inputPath, type: 'unlisted-script' });
  };
  for (const { file, site, tap } of await siteModules) {
    const names = siteFiles(site.id);
    const waitImports = [`{ waitForCards } from '#page/boot/wait-for-cards.ts'`];
    const adapterImports = [`{ register } from '#page/boot/lazy-exports.ts'`, `site from '#sites/${file}'`];
    const tapImports = [`{ startTap } from '#tap/start.ts'`, `{ tap } from '#sites/${file}'`];
    if (tap?.sockets) tapImports.push(`{ copySockets } from '#tap/copy-sockets.ts'`);
    const startArguments = ['tap', 'window', ...(tap?.sockets ? ['copySockets'] : [])];
    const registered = `{ site: { ...site, tapped: ${JSON.stringify(site.tapped)} } }`;
    await addScript(names.wait, waitImports, `void waitForCards(${outlineCode(site)})`, offer('first'));
    await addScript(names.adapter, adapterImports, `register(${registered})`);
    if (site.tapped) await addScript(names.tap, tapImports, `startTap(${startArguments.join(', ')})`);
  }
  await addScript(
    anySiteFiles.main,
    [`{ startOnAnySite } from '#page/boot/any-site.ts'`],
    'void startOnAnySite()',
    offer('first'),
  );
  // It copies every JSON response, from the first one on.
  await addScript(anySiteFiles.tap, [`{ startTap } from '#tap/start.ts'`], 'startTap({ urls: [/^/] }, window)');
}

const siteModules = loadSites();

const summarise = ({ site: { id, name, matches, optional, gambling }, tap }: SiteFile): SiteSummary => ({
  id,
  name,
  matches,
  optional,
  gambling,
  tapped: tap !== undefined,
  fed: (tap?.urls ?? []).length > 0,
});
const summaries = (await siteModules).map(summarise);
const required = summaries.filter(({ optional }) => !optional);

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
const lazyScripts = ['overlays.js', 'panel.js', 'chart.js', 'report.js', 'finder.js', 'sums.js'];

/** Scripts that a page runs with its first card. In Firefox they come with the page and wait. */
const isForFirstCard = (file: string): boolean => file === 'overlays.js' || file.endsWith('-adapter.js');

/** The manifest's content scripts; those of optional sites are registered when the user chooses one. */
const contentScripts = (isFirefox: boolean) =>
  required.flatMap((site) => siteScripts(site, isFirefox)).map(toContentScript);

const toContentScript = ({ matches, js, world }: PageScript) => ({
  matches: [...matches],
  run_at: 'document_start' as const,
  js: [...js],
  ...(world === 'MAIN' && { world }),
});

/** Each marketplace's pages may load the shared scripts and their own adapter; no other page may load anything. */
const webAccessibleResources = () => [
  { resources: lazyScripts, matches: [...new Set(summaries.flatMap(({ matches }) => matches))] },
  ...summaries.map(({ id, matches }) => ({ resources: [siteFiles(id).adapter], matches: [...matches] })),
];

/** What the user may grant later: each optional site, and any other site by its host name. */
const optionalHosts = [
  ...summaries.filter(({ optional }) => optional).flatMap(({ matches }) => matches),
  'https://*/*',
];

/**
 * The oldest browsers. Firefox for Android knows `data_collection_permissions` since 142, and Mozilla's checks demand that
 * version everywhere.
 */
const oldest = { chrome: '123', firefox: '142.0' };

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:found': async (_, entrypoints) => {
      await addSiteScripts((entrypoint) => entrypoints.push(entrypoint));
    },
    'build:publicAssets': async (_, files) => {
      files.push({ relativeDest: 'sample-prices.json', contents: await packagedSamples() });
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
      bareScripts(),
      linkOwnStylesLast(),
      shareOneChunk(),
      takeSharedCode(),
      ...(browser === 'firefox' ? [deferScripts(isForFirstCard)] : []),
    ],
    define: {
      'import.meta.env.SITES': JSON.stringify(summaries),
      'import.meta.env.NOTICES_KEY': JSON.stringify(identity.noticesKey),
    },
    build: { target: 'es2023', cssTarget: [`chrome${oldest.chrome}`, `firefox${oldest.firefox}`] },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    homepage_url: identity.homepage,
    // `scripting` registers the scripts of sites that the user chooses, and in Firefox runs the scripts that load on demand.
    // `activeTab` tells the popup the address of the tab for which the user opened it. Neither causes a warning.
    permissions: ['storage', 'alarms', 'contextMenus', 'scripting', 'activeTab'],
    // Requested when the user sets the first alert.
    optional_permissions: ['notifications'],
    optional_host_permissions: optionalHosts,
    omnibox: { keyword: 'sl' },
    commands: {
      'toggle-overlays': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_commandToggle__' },
      explore: { suggested_key: { default: 'Alt+Shift+E' }, description: '__MSG_commandExplore__' },
    },
    content_security_policy: { extension_pages: (command === 'serve' ? devPolicy : policy).join('; ') },
    ...(browser !== 'firefox' && { minimum_chrome_version: oldest.chrome }),
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: identity.addonId,
          strict_min_version: oldest.firefox,
          data_collection_permissions: { required: ['none'] },
        },
        gecko_android: { strict_min_version: oldest.firefox },
      },
    }),
  }),
});
