import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type EntrypointInfo } from 'wxt';
import type { Site } from './src/core/site.ts';
import { lieReady } from './src/store/lying-ready.ts';
import { preactWithoutMarkup } from './src/store/preact-without-markup.ts';

/** What the manifest says of one script: in which file, on which pages, when, and in which world. */
interface Placed {
  readonly file: string;
  readonly matches: readonly string[];
  readonly runAt: 'document_start' | 'document_end';
  readonly world?: 'MAIN';
}

/**
 * One script a marketplace, made from its adapter, so that a page loads one adapter and not all of them; and one in the
 * page's own world where the adapter has a tap. They are no content scripts to WXT, whose context would be a quarter of
 * what a page without cards loads, for ends of life that nothing here asks for.
 */
async function siteScripts(): Promise<{ readonly entrypoint: EntrypointInfo; readonly placed: Placed }[]> {
  const files = (await readdir('src/sites')).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  await mkdir('.wxt/sites', { recursive: true });
  const scripts = files.map(async (file) => {
    const { default: site }: { default: Site } = await import(resolve('src/sites', file));
    const { id, matches, tap } = site;
    const watch = [
      `import { watchPage } from '#content/watch.ts';`,
      `import site from '#sites/${file}';`,
      `export default defineUnlistedScript(() => watchPage(site));`,
    ];
    const listen = [
      `import { startTap } from '#page/start.ts';`,
      `import { tap } from '#sites/${file}';`,
      `export default defineUnlistedScript(() => startTap(tap, window));`,
    ];
    return [
      await script(id, watch, { matches, runAt: 'document_end' }),
      ...(tap ? [await script(`${id}-page`, listen, { matches, runAt: 'document_start', world: 'MAIN' })] : []),
    ];
  });
  return (await Promise.all(scripts)).flat();
}

async function script(name: string, lines: readonly string[], where: Omit<Placed, 'file'>) {
  const inputPath = resolve('.wxt/sites', `${name}.ts`);
  const define = `import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';`;
  await writeFile(inputPath, `${[define, ...lines].join('\n')}\n`);
  const entrypoint: EntrypointInfo = { name, inputPath, type: 'unlisted-script' };
  return { entrypoint, placed: { ...where, file: `${name}.js` } };
}

let placed: readonly Placed[] = [];

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
  'connect-src http: https:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** What a page needs once it has cards, or when somebody asks for more. */
const later = ['overlays.js', 'panel.js', 'report.js'];

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:found': async (_, entrypoints) => {
      const scripts = await siteScripts();
      placed = scripts.map((script) => script.placed);
      entrypoints.push(...scripts.map(({ entrypoint }) => entrypoint));
    },
    // What prices cards is imported on the pages that have cards, and can be had on marketplaces alone; in Firefox it
    // lies ready there.
    'build:manifestGenerated': ({ config }, manifest) => {
      const ready = config.browser === 'firefox';
      manifest.content_scripts = placed.map(({ file, matches, runAt, world }) => ({
        matches: [...matches],
        js: ready && !world ? [...later, file] : [file],
        run_at: runAt,
        ...(world && { world }),
      }));
      const matches = [...new Set(placed.flatMap((one) => one.matches))];
      if (!ready) manifest.web_accessible_resources = [{ resources: later, matches }];
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
      ...(browser === 'firefox' ? [lieReady(later)] : []),
    ],
    build: { target: 'es2023' },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    permissions: ['storage', 'alarms', 'contextMenus'],
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
