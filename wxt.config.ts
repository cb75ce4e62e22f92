import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type EntrypointInfo } from 'wxt';
import { plainScripts } from './src/build/bare-entrypoints.ts';
import { lieReady } from './src/build/firefox-deferred-scripts.ts';
import { preactWithoutMarkup } from './src/build/preact-without-innerhtml.ts';
import { chromeItself } from './src/build/use-chrome-namespace.ts';
import { calledOnLoad } from './src/build/v8-compile-hints.ts';
import type { Site } from './src/core/site.ts';

/** The scripts of one marketplace, by their files, and its pages. */
interface Scripts {
  readonly matches: readonly string[];
  /** Comes with every page, before the page is there. */
  readonly watch: string;
  /** The adapter, for pages that have cards. */
  readonly cards: string;
  /** Runs in the page's own world. */
  readonly tap: string | undefined;
}

/** An adapter's outline (src/core/site.ts), as code. */
function outlineOf({ id, attributes, pages, tap }: Site): string {
  const kinds = pages.map(({ path, card }) => `{ path: ${path}, card: ${JSON.stringify(card)} }`);
  const parts = { id: JSON.stringify(id), tapped: String(tap !== undefined), pages: `[${kinds}]` };
  const all = { ...parts, ...(attributes && { attributes: JSON.stringify(attributes) }) };
  return `{ ${Object.entries(all).map(([name, code]) => `${name}: ${code}`)} }`;
}

/**
 * Made from each marketplace's adapter: a script that watches its pages, the adapter itself, which a page loads with its
 * first card, and a tap in the page's own world where there is one. They are no content scripts to WXT, whose context
 * would be a quarter of what a page without cards loads, for ends of life that nothing here asks for.
 */
async function siteScripts(add: (entrypoint: EntrypointInfo) => void): Promise<Scripts[]> {
  const files = (await readdir('src/sites')).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  await mkdir('.wxt/sites', { recursive: true });
  const script = async (name: string, imports: readonly string[], main: string): Promise<string> => {
    const inputPath = resolve('.wxt/sites', `${name}.ts`);
    const lines = [...imports.map((one) => `import ${one};`), `export default { main: () => ${main} };`];
    await writeFile(inputPath, `${lines.join('\n')}\n`);
    add({ name, inputPath, type: 'unlisted-script' });
    return `${name}.js`;
  };
  const made = files.map(async (file): Promise<Scripts> => {
    const { default: site }: { default: Site } = await import(resolve('src/sites', file));
    const { id, matches, tap } = site;
    const whole = [`{ offer } from '#content/boot/lazy-scripts.ts'`, `site from '#sites/${file}'`];
    const tapping = [`{ startTap } from '#page/start.ts'`, `{ tap } from '#sites/${file}'`];
    return {
      matches,
      watch: await script(
        id,
        [`{ watchPage } from '#content/boot/wait-for-cards.ts'`],
        `watchPage(${outlineOf(site)})`,
      ),
      cards: await script(`${id}-cards`, whole, 'offer({ site })'),
      tap: tap && (await script(`${id}-page`, tapping, 'startTap(tap, window)')),
    };
  });
  return Promise.all(made);
}

let scripts: readonly Scripts[] = [];

/** `npm run dev` serves the views from elsewhere, and styles in them. */
const policyWhileServed = ["script-src 'self'", "object-src 'none'", "base-uri 'none'"];

/**
 * Our pages load their own files and ask the relay, wherever the user has it, and that is all. Firefox's own policy would
 * turn http into https, which breaks a relay in the local network.
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

/** What a page needs once it has cards, besides its adapter, or when somebody asks for more. */
const later = ['overlays.js', 'panel.js', 'report.js'];

/** Firefox cannot import what a page needs at its first card; it lies ready there. */
const lyingReady = (file: string): boolean => file === 'overlays.js' || file.endsWith('-cards.js');

/** What watches a page, and what prices its first cards. */
const isCalledOnLoad = (file: string): boolean => lyingReady(file) || scripts.some(({ watch }) => watch === file);

/** What runs on pages, and when; `ready` says whether files for later come with a page. */
const contentScripts = (ready: boolean) =>
  scripts.flatMap(({ matches, watch, cards, tap }) => {
    const about = { matches: [...matches], run_at: 'document_start' as const };
    return [
      { ...about, js: ready ? ['overlays.js', cards, watch] : [watch] },
      ...(tap ? [{ ...about, js: [tap], world: 'MAIN' as const }] : []),
    ];
  });

/** What each marketplace's pages may load, and nobody else. */
const loadable = () => [
  { resources: later, matches: [...new Set(scripts.flatMap(({ matches }) => matches))] },
  ...scripts.map(({ cards, matches }) => ({ resources: [cards], matches: [...matches] })),
];

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:found': async (_, entrypoints) => {
      scripts = await siteScripts((entrypoint) => entrypoints.push(entrypoint));
    },
    'build:manifestGenerated': ({ config }, manifest) => {
      const ready = config.browser === 'firefox';
      manifest.content_scripts = contentScripts(ready);
      if (!ready) manifest.web_accessible_resources = loadable();
    },
  },
  // The sources that Mozilla asks for: all that the build is made of, by name, so that nothing slips in.
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
      preactWithoutMarkup(),
      plainScripts(),
      ...(browser === 'firefox' ? [lieReady(lyingReady)] : [chromeItself(), calledOnLoad(isCalledOnLoad)]),
    ],
    build: { target: 'es2023' },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    // Firefox's content scripts can import nothing, so that the worker brings them what somebody asks for.
    permissions: ['storage', 'alarms', 'contextMenus', ...(browser === 'firefox' ? ['scripting'] : [])],
    // Asked for when the first alert is set.
    optional_permissions: ['notifications'],
    omnibox: { keyword: 'sl' },
    commands: {
      'toggle-overlays': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_commandToggle__' },
    },
    content_security_policy: { extension_pages: (command === 'serve' ? policyWhileServed : policy).join('; ') },
    ...(browser !== 'firefox' && { minimum_chrome_version: '123' }),
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'skinlens@skinlens.invalid',
          // Versions for Android know the next key since 142, and Mozilla's checks hold all to that.
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
});
