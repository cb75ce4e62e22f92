import type { Settings } from '#core/settings.ts';

/** Whether overlays are on for a site. */
export const isSiteOn = (settings: Pick<Settings, 'sites'>, id: string): boolean =>
  !Object.hasOwn(settings.sites, id) || settings.sites[id] !== false;
