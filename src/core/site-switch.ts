import type { Settings } from '#core/settings.ts';

/** Whether overlays are wanted on a site. */
export const isSiteOn = (settings: Pick<Settings, 'sites'>, id: string): boolean =>
  !Object.hasOwn(settings.sites, id) || settings.sites[id] !== false;
