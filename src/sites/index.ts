import { type Site, type Tap, withTap } from '#core/site.ts';

/** A module of this folder; only adapters have a default export. */
interface SiteModule {
  readonly default?: Site | undefined;
  readonly tap?: Tap | undefined;
}

/** Sorted by id. @throws Error when an adapter's id is not its file's name */
export function collectSites(modules: Readonly<Record<string, SiteModule>>): readonly Site[] {
  const sites = Object.entries(modules).map(([path, { default: site, tap }]) => {
    const name = path.replace(/^.*\//, '').replace(/\.ts$/, '');
    if (site?.id !== name) throw new Error(`${path} holds the site ${site?.id}: an adapter's id is its file's name`);
    return withTap(site, tap);
  });
  return sites.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every marketplace, sorted by id. A new one is a new file in this folder. */
export const sites = collectSites(import.meta.glob<SiteModule>('./*.ts', { eager: true }));
