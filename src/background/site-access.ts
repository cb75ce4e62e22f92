import { createSiteMenu } from '#background/menu.ts';
import { createPageScripts, pagesWithScripts, withGrantedSites } from '#background/page-scripts.ts';
import type { Settings } from '#core/settings.ts';
import { message } from '#platform/language.ts';
import { setMenuSwitches } from '#platform/menus.ts';
import { isGranted } from '#platform/permissions.ts';
import { registerPageScripts, runInOpenTabs } from '#platform/registered-scripts.ts';
import { push } from '#platform/serving.ts';
import { siteList } from '#platform/site-list.ts';
import { changeSettings, initialiseSettings, loadSettings } from '#platform/stored-settings.ts';

/** Connects the menu and the content scripts of chosen sites with installation, permissions and settings. */
export function openSiteAccess(onAccess: () => void) {
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
    installed: (isUpdate: boolean) => {
      void pageScripts.restore();
      // Version 1 stored settings only when the user had changed one.
      void initialiseSettings(isUpdate ? { version: 1 } : {});
    },
    accessChanged: async (granted: readonly string[]) => {
      onAccess();
      const choose = withGrantedSites(siteList, granted);
      if (choose) await changeSettings(choose);
      void menu.refresh();
      void pageScripts.update();
      // Pages of a site whose access was revoked ask again, and remove their overlays.
      void push({ push: 'view-changed' });
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

const hostsOf = ({ customSites }: Settings): string => Object.keys(customSites).join();
