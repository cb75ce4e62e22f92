import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { siteScripts } from '#core/settings/page-scripts.ts';
import type { Site, Tap } from '#core/site.ts';
import { sites } from '#sites/index.ts';

/**
 * What every installed extension has granted. An update that requires more is switched off by Chrome until the user
 * agrees, so a new site is optional.
 */
const baseline = z
  .object({ permissions: z.array(z.string()), hosts: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL('required-access.json', import.meta.url), 'utf8')));

const manifestShape = z.looseObject({
  permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()),
  content_scripts: z.array(
    z.object({
      matches: z.array(z.string()),
      js: z.array(z.string()),
      world: z.optional(z.string()),
      run_at: z.optional(z.string()),
    }),
  ),
  web_accessible_resources: z.optional(
    z.array(z.object({ resources: z.array(z.string()), matches: z.array(z.string()) })),
  ),
  content_security_policy: z.object({ extension_pages: z.string() }),
});

const output = new URL('../.output/', import.meta.url);

function readManifest(build: string) {
  const file = new URL(`${build}/manifest.json`, output);
  if (!existsSync(file)) throw new Error(`${build} is not built: npm run build`);
  return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const adapters = import.meta.glob<{ readonly tap?: Tap }>('../src/sites/*.ts', { eager: true });
const builds = ['chrome-mv3', 'firefox-mv3'];
const hostsOf = (some: readonly Pick<Site, 'matches'>[]) => [...new Set(some.flatMap(({ matches }) => matches))].sort();
const required = sites.filter(({ optional }) => !optional);
const hosts = hostsOf(required);
const optionalHosts = hostsOf(sites.filter(({ optional }) => optional));

describe.each(builds)('the manifest of %s', (build) => {
  test('opens the page of all settings in a tab', () => {
    expect(readManifest(build)['options_ui']).toEqual({ page: 'options.html', open_in_tab: true });
  });

  test.each(['popup', 'options', 'welcome', 'explore'])('loads two scripts for the page %s', (page) => {
    const html = readFileSync(new URL(`${build}/${page}.html`, output), 'utf8');
    expect(html.match(/"\/chunks\/[^"]+\.js"/g)).toHaveLength(2);
  });

  test.each(['welcome', 'explore'])('shares with the popup no styles but those of all pages: %s', (page) => {
    const stylesOf = (name: string) => {
      const html = readFileSync(new URL(`${build}/${name}.html`, output), 'utf8');
      return Array.from(html.matchAll(/"\/assets\/(\w+)[^"]*\.css"/g), ([, file]) => file);
    };
    const ofPopup = stylesOf('popup');
    expect(['pages', 'sites', 'history', 'items']).toEqual(
      expect.arrayContaining(stylesOf(page).filter((file) => ofPopup.includes(file))),
    );
  });

  test('requires exactly the permissions and hosts of the baseline', () => {
    const manifest = readManifest(build);
    expect(manifest.permissions).toEqual(baseline.permissions);
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(hostsOf(manifest.content_scripts)).toEqual(baseline.hosts);
    expect(hosts).toEqual(baseline.hosts);
  });

  test('may ask later for notifications, for each optional site, and for any other site', () => {
    const manifest = readManifest(build);
    expect(manifest['optional_permissions']).toEqual(['notifications']);
    expect(manifest.optional_host_permissions.toSorted()).toEqual(['https://*/*', ...optionalHosts].sort());
  });

  test('has the files of every site, required or optional', () => {
    for (const site of sites)
      for (const { js } of siteScripts({ ...site, tapped: site.tapped !== undefined }, build.startsWith('firefox')))
        for (const file of js) expect(existsSync(new URL(`${build}/${file}`, output)), file).toBe(true);
  });

  test('runs nothing but the tap of an adapter in the page’s own world', () => {
    for (const { id, pages } of sites) {
      const code = readFileSync(new URL(`${build}/${id}-tap.js`, output), 'utf8');
      for (const { path } of pages) expect(code, id).not.toContain(path.source);
    }
  });

  test('copies the messages of sockets for the adapters that declare some, and for no other', () => {
    for (const [path, { tap }] of Object.entries(adapters)) {
      if (!tap) continue;
      const code = readFileSync(new URL(`${build}/${path.replace(/^.*\/|\.ts$/g, '')}-tap.js`, output), 'utf8');
      expect(code.includes('WebSocket'), path).toBe(tap.sockets !== undefined);
    }
  });

  test('lets no page speak to it', () => {
    expect(readManifest(build)).not.toHaveProperty('externally_connectable');
  });

  test('lets the extension’s pages run their own scripts, speak HTTP, and nothing else', () => {
    expect(readManifest(build).content_security_policy.extension_pages.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self' http: https:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });
});

/** What prices cards, and what somebody asks for: a page without cards does not run it. */
const later = ['overlays.js', 'panel.js', 'chart.js', 'report.js', 'finder.js', 'sums.js'];

test('Chromium: marketplaces alone may load the files that price their cards, and each its own adapter', () => {
  const [shared, ...own] = readManifest('chrome-mv3').web_accessible_resources ?? [];
  expect(shared?.resources).toEqual(later);
  expect(shared?.matches.toSorted()).toEqual(hostsOf(sites));
  const adapters = own.map(({ resources, matches }) => [resources, [...matches].sort()]);
  expect(adapters).toEqual(sites.map(({ id, matches }) => [[`${id}-adapter.js`], [...matches].sort()]));
});

test('Firefox: these files come before each page’s own, wait until they are called, and no page may load a file', () => {
  const { content_scripts, web_accessible_resources } = readManifest('firefox-mv3');
  expect(web_accessible_resources).toBeUndefined();
  const own = content_scripts.filter(({ world }) => world !== 'MAIN');
  expect(own.map(({ js }) => js)).toEqual(required.map(({ id }) => ['overlays.js', `${id}-adapter.js`, `${id}.js`]));
  for (const file of own.flatMap(({ js }) => js.slice(0, -1)))
    expect(readFileSync(new URL(`firefox-mv3/${file}`, output), 'utf8')).toMatch(
      /^\(globalThis\.skinlensDeferred[^;]{0,60}=\(\)=>\{/,
    );
});

test.each(builds)(
  '%s: every script of a page is there before the page, so that the worker wakes meanwhile',
  (build) => {
    const { content_scripts } = readManifest(build);
    expect(new Set(content_scripts.map(({ run_at }) => run_at))).toEqual(new Set(['document_start']));
  },
);

test('every match is the whole of one https origin', () => {
  for (const host of hostsOf(sites)) expect(host).toMatch(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+\/\*$/);
});

test('Firefox: a fixed id, no data collected, and a version that has the consent for it', () => {
  const gecko = z
    .object({
      id: z.string(),
      strict_min_version: z.string(),
      data_collection_permissions: z.object({ required: z.array(z.string()) }),
    })
    .parse(z.object({ gecko: z.unknown() }).parse(readManifest('firefox-mv3')['browser_specific_settings']).gecko);
  expect(gecko.id).toMatch(/^[^@\s]+@[^@\s]+$/);
  expect(gecko.data_collection_permissions).toEqual({ required: ['none'] });
  expect(Number.parseInt(gecko.strict_min_version, 10)).toBeGreaterThanOrEqual(142);
  const settings = readManifest('firefox-mv3')['browser_specific_settings'];
  expect(settings).toMatchObject({ gecko_android: { strict_min_version: gecko.strict_min_version } });
});
