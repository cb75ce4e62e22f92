import { isGranted, registerPageScripts, runInOpenTabs, siteList, siteOf } from '#browser/access.ts';
import { type MenuSwitch, setMenuSwitches } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { changeSettings, initialiseSettings, loadSettings } from '#browser/settings.ts';
import { createMutex } from '#core/asks/concurrency.ts';
import { coversHost, hostnameOf, originPattern } from '#core/settings/hostnames.ts';
import {
  customSiteScripts,
  type PageScript,
  pagesOf,
  pagesWhere,
  type SitePages,
  type SiteSummary,
  siteScripts,
} from '#core/settings/page-scripts.ts';
import type { Settings } from '#core/settings/settings.ts';
import { customHostOf, customSiteId, isShownOn, withSiteSwitched } from '#core/settings/site-switch.ts';

export function openSiteAccess(onAccess: () => void, pushSettings: () => Promise<void>) {
  const menu = createSiteMenu({
    pages: (settings) => pagesWithScripts(siteList, settings, isGranted),
    load: loadSettings,
    change: changeSettings,
    show: setMenuSwitches,
    title: () => message('menuShowSite'),
  });
  const pageScripts = createPageScripts({
    sites: siteList,
    isFirefox: import.meta.env.FIREFOX,
    settings: loadSettings,
    isGranted,
    register: registerPageScripts,
    runInOpenTabs,
  });
  return {
    clickMenu: menu.click,
    /** Called after an installation or an update. Both leave no content scripts but those of the manifest. */
    installed: () => {
      void pageScripts.restore();
      void initialiseSettings();
    },
    accessChanged: (granted: readonly string[]) => {
      onAccess();
      const update = () => {
        void menu.refresh();
        void pageScripts.update(granted);
        // Pages of a site whose access was revoked remove their overlays.
        void pushSettings();
      };
      return chooseGranted(withGrantedSites(siteList, granted), changeSettings, update);
    },
    restore: () => {
      void menu.refresh();
      void pageScripts.restore();
    },
    settingsChanged: (settings: Settings, before: Settings) => {
      void menu.refresh();
      if (hostsOf(settings) !== hostsOf(before)) void pageScripts.update();
    },
  };
}

/** Without room for the choice, a marketplace that is on without one still gets its scripts. */
export async function chooseGranted(
  choose: ReturnType<typeof withGrantedSites>,
  change: typeof changeSettings,
  update: () => void,
): Promise<void> {
  if (choose) await change(choose).catch(() => undefined);
  update();
}

const hostsOf = ({ customSites }: Settings): string => Object.keys(customSites).join();

interface SiteMenuDeps {
  readonly pages: (settings: Settings) => Promise<readonly SitePages[]>;
  readonly load: () => Promise<Settings>;
  readonly change: (change: (settings: Settings) => Settings) => Promise<unknown>;
  /** Replaces all items of the menu. */
  readonly show: (switches: readonly MenuSwitch[]) => Promise<void>;
  readonly title: () => string;
}

export function createSiteMenu({ pages, load, change, show, title }: SiteMenuDeps) {
  const inTurn = createMutex();
  let shown = '';

  const draw = async () => {
    const settings = await load();
    const switches = (await pages(settings)).map((site) => ({
      ...site,
      title: title(),
      on: isShownOn(settings, siteOf(site.id)),
    }));
    const now = JSON.stringify(switches);
    if (now === shown) return;
    await show(switches);
    shown = now;
  };
  // One at a time: two concurrent replacements would leave items twice or not at all.
  const refresh = () => inTurn(draw);

  return {
    refresh,
    /** Switches a site. The browser has toggled the check box already; a failed change redraws it. */
    click: (id: string, on: boolean): Promise<unknown> =>
      change((settings) => withSiteShown(settings, id, on)).catch(() => {
        shown = '';
        return refresh();
      }),
  };
}

/** Switching a site on also shows hidden overlays. */
const withSiteShown = (settings: Settings, id: string, on: boolean): Settings => ({
  ...withSiteSwitched(settings, id, on),
  hidden: settings.hidden && !on,
});

type IsGranted = (pattern: string) => Promise<boolean>;

interface PageScriptDeps {
  readonly sites: readonly SiteSummary[];
  readonly isFirefox: boolean;
  readonly settings: () => Promise<Settings>;
  readonly isGranted: IsGranted;
  /** Registers exactly these scripts and returns those that are new. */
  readonly register: (wanted: readonly PageScript[]) => Promise<readonly PageScript[]>;
  readonly runInOpenTabs: (scripts: readonly PageScript[]) => Promise<void>;
}

/** The content scripts that the manifest does not name: of optional marketplaces, and of the sites that the user added. */
export function createPageScripts(deps: PageScriptDeps) {
  const { sites, isFirefox, settings, isGranted } = deps;
  // One at a time: two concurrent comparisons would register the same script twice.
  const inTurn = createMutex();
  // Scripts that need what an open page has fetched already would report that the site has changed.
  const late = new Set(
    sites.filter(({ fed }) => fed).flatMap((site) => siteScripts(site, isFirefox).map(({ id }) => id)),
  );

  const registerAll = async (isWanted: (script: PageScript, isNew: boolean) => boolean) => {
    const pages = await optionalPages(sites, await settings(), isGranted);
    const wanted = pages.flatMap((each) => scriptsOf(each, sites, isFirefox));
    const added = await deps.register(wanted);
    const inTabs = wanted.filter((script) => !late.has(script.id) && isWanted(script, added.includes(script)));
    if (inTabs.length > 0) await deps.runInOpenTabs(inTabs);
  };

  return {
    /** After a start of the worker: an update has dropped the registrations, and access may have changed meanwhile. */
    restore: () => inTurn(() => registerAll(() => false)),
    /** Scripts of granted pages run in open tabs, even if the worker, started by the grant, has registered them. */
    update: (granted: readonly string[] = []) =>
      inTurn(() => registerAll(({ matches }, isNew) => isNew || matches.some((one) => granted.includes(one)))),
  };
}

function scriptsOf({ id, patterns }: SitePages, sites: readonly SiteSummary[], isFirefox: boolean) {
  const host = customHostOf(id);
  if (host !== undefined) return customSiteScripts(host, isFirefox);
  return sites
    .filter((site) => site.id === id)
    .flatMap((site) => siteScripts({ ...site, matches: patterns }, isFirefox));
}

/** The granted pages of optional marketplaces and of the sites that the user added; a site without any is left out. */
async function optionalPages(sites: readonly SiteSummary[], { customSites }: Settings, isGranted: IsGranted) {
  // A host that has become a marketplace since the user added it has that marketplace's scripts.
  const known = sites.flatMap(({ matches }) => matches);
  const hosts = Object.keys(customSites).filter((host) => !coversHost(known, host));
  const asked = [
    ...sites.filter(({ optional }) => optional).map(pagesOf),
    ...hosts.map((host) => ({ id: customSiteId(host), patterns: [originPattern(host)] })),
  ];
  return pagesWhere(asked, isGranted);
}

/** The pages on which scripts of ours may run: those of the manifest and the granted ones. */
export const pagesWithScripts = async (sites: readonly SiteSummary[], settings: Settings, isGranted: IsGranted) => [
  ...sites.filter(({ optional }) => !optional).map(pagesOf),
  ...(await optionalPages(sites, settings, isGranted)),
];

/** A grant is a choice. It is made here: the question may close the popup that asked. `undefined`: nothing changes. */
export function withGrantedSites(
  sites: readonly SiteSummary[],
  granted: readonly string[],
): ((settings: Settings) => Settings) | undefined {
  const known = sites.filter(({ optional, matches }) => optional && matches.some((one) => granted.includes(one)));
  const patterns = sites.flatMap(({ matches }) => matches);
  const hosts = granted
    .filter((pattern) => pattern.endsWith('/*'))
    .flatMap((pattern) => hostnameOf(pattern) ?? [])
    .filter((host) => granted.includes(originPattern(host)) && !coversHost(patterns, host));
  const ids = [...known.map(({ id }) => id), ...hosts.map(customSiteId)];
  if (ids.length === 0) return undefined;
  return (settings) => ids.reduce((all, id) => withSiteSwitched(all, id, true), settings);
}
