import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type EntrypointInfo } from 'wxt';
import type { Site } from './src/core/site.ts';

/**
 * One content script a marketplace, made from its adapter, so that a page loads one adapter and not all of them;
 * and one in the page's own world where the adapter has a tap.
 */
async function siteScripts(): Promise<EntrypointInfo[]> {
  const files = (await readdir('src/sites')).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  await mkdir('.wxt/sites', { recursive: true });
  const scripts = files.map(async (file) => {
    const { default: site }: { default: Site } = await import(resolve('src/sites', file));
    const matches = JSON.stringify(site.matches);
    return [
      await script(`${site.id}`, `startContent(site, context.signal)`, matches, [
        `import { startContent } from '#content/start.ts';`,
        `import site from '#sites/${file}';`,
      ]),
      ...(site.tap
        ? [
            await script(`${site.id}-page`, `startTap(tap, window)`, `${matches}, world: 'MAIN'`, [
              `import { startTap } from '#page/start.ts';`,
              `import { tap } from '#sites/${file}';`,
            ]),
          ]
        : []),
    ];
  });
  return (await Promise.all(scripts)).flat();
}

async function script(name: string, main: string, matches: string, imports: string[]): Promise<EntrypointInfo> {
  const inputPath = resolve('.wxt/sites', `${name}.content.ts`);
  const runAt = name.endsWith('-page') ? 'document_start' : 'document_end';
  const lines = [
    `import { defineContentScript } from 'wxt/utils/define-content-script';`,
    ...imports,
    `export default defineContentScript({ matches: ${matches}, runAt: '${runAt}', main: (context) => ${main} });`,
  ];
  await writeFile(inputPath, `${lines.join('\n')}\n`);
  return { name, inputPath, type: 'content-script' };
}

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:found': async (_, entrypoints) => {
      entrypoints.push(...(await siteScripts()));
    },
  },
  vite: () => ({ plugins: [preact({ devToolsEnabled: false })], build: { target: 'es2023' } }),
  manifest: ({ browser }) => ({
    name: 'Skinlens',
    description: 'Shows on every Counter-Strike 2 item card what BUFF163, YouPin and CSFloat ask for the same item.',
    permissions: ['storage', 'alarms'],
    commands: {
      'toggle-overlays': { suggested_key: { default: 'Alt+Shift+S' }, description: 'Show or hide all overlays' },
    },
    // Firefox's own policy would turn http into https, which breaks a relay in the local network.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'none'; base-uri 'none'" },
    ...(browser !== 'firefox' && { minimum_chrome_version: '123' }),
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'skinlens@skinlens.invalid',
          strict_min_version: '140.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
});
