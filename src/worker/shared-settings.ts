import { hostnameOf } from '#core/hostnames.ts';
import { pageSettings, type Settings } from '#core/settings.ts';
import { customHostOf, customSiteId, isShownOn, type SwitchedSite } from '#core/site-switch.ts';
import type { Push, VersionedSettings } from '#protocol/messages.ts';

export interface SharedSettingsDeps {
  readonly load: () => Promise<Settings>;
  /** Every marketplace. */
  readonly sites: readonly SwitchedSite[];
  /** Whether the browser lets the extension read a site's pages. */
  readonly mayRun: (site: string) => Promise<boolean>;
  /** Sends a message to each tab, by the tab's address; `undefined` where the browser hides the address. */
  readonly pushToTabs: (messageFor: (url: string | undefined) => Push) => Promise<void>;
}

/** The answers about marketplaces, and of the sites that the user added those about the page's own. */
const answersFor = ({ learned }: Settings, sitesOn: readonly string[]): Settings['learned'] =>
  Object.fromEntries(Object.entries(learned).filter(([id]) => customHostOf(id) === undefined || sitesOn.includes(id)));

/**
 * What pages are told of the settings. Readings are numbered when they begin, so that of two the later one is the newer,
 * in whatever order they arrive.
 */
export function createSharedSettings({ load, sites, mayRun, pushToTabs }: SharedSettingsDeps) {
  const worker = crypto.randomUUID();
  let readings = 0;

  const read = async (about: readonly SwitchedSite[]) => {
    readings += 1;
    const reading = readings;
    const settings = await load();
    const shown = about.filter((site) => isShownOn(settings, site));
    const allowed = await Promise.all(shown.map(async ({ id }) => ((await mayRun(id)) ? [id] : [])));
    const tell = (sitesOn: readonly string[]): VersionedSettings => ({
      worker,
      reading,
      settings: { ...pageSettings(settings), sitesOn, learned: answersFor(settings, sitesOn) },
    });
    return { settings, sitesOn: allowed.flat(), tell };
  };

  return {
    /** For a page of one site. */
    tell: async (id: string): Promise<VersionedSettings> => {
      const { sitesOn, tell } = await read([sites.find((site) => site.id === id) ?? { id }]);
      return tell(sitesOn);
    },
    /** After each change of the settings, and of access to pages. */
    push: async (): Promise<void> => {
      const { settings, sitesOn, tell } = await read(sites);
      // Of the sites that the user added, a page learns only about its own. Without access its address is hidden.
      const own = (url: string | undefined): readonly string[] => {
        const host = url && hostnameOf(url);
        const id = host ? customSiteId(host) : undefined;
        return id !== undefined && isShownOn(settings, { id }) ? [id] : [];
      };
      await pushToTabs((url) => ({ push: 'settings', versioned: tell([...sitesOn, ...own(url)]) }));
    },
  };
}
