import { isHostname } from '#core/settings/hostnames.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Site } from '#core/site.ts';

/** A marketplace, or a site that the user chose (`customSiteId`). */
export type SwitchedSite = Pick<Site, 'id' | 'gambling'>;

type SwitchSettings = Pick<Settings, 'sites' | 'customSites'>;

const customPrefix = 'host:';

export const customSiteId = (host: string): string => `${customPrefix}${host}`;

/** The host name in the id of a site without an adapter; `undefined` for a marketplace's id. */
export function customHostOf(id: string): string | undefined {
  const host = id.startsWith(customPrefix) ? id.slice(customPrefix.length) : '';
  return isHostname(host) ? host : undefined;
}

/** A marketplace is on until switched off, a gambling site off until switched on, any other on only while in `customSites`. */
export function isSiteOn({ sites, customSites }: SwitchSettings, { id, gambling }: SwitchedSite): boolean {
  const host = customHostOf(id);
  if (host !== undefined) return Object.hasOwn(customSites, host) && customSites[host] === true;
  const chosen = Object.hasOwn(sites, id) ? sites[id] : undefined;
  return chosen ?? gambling !== true;
}

export const isShownOn = (settings: SwitchSettings & Pick<Settings, 'hidden'>, site: SwitchedSite): boolean =>
  isSiteOn(settings, site) && !settings.hidden;

export function withSiteSwitched<S extends SwitchSettings>(settings: S, id: string, on: boolean): S {
  const host = customHostOf(id);
  return host === undefined
    ? { ...settings, sites: { ...settings.sites, [id]: on } }
    : { ...settings, customSites: { ...settings.customSites, [host]: on } };
}

export function withoutCustomSite<S extends SwitchSettings>(settings: S, host: string): S {
  const { [host]: _, ...customSites } = settings.customSites;
  return { ...settings, customSites };
}
