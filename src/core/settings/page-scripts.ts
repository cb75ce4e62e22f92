import { originPattern } from '#core/settings/hostnames.ts';
import type { Site } from '#core/site.ts';

/** A marketplace in short, for the worker, which does not load the adapters. */
export interface SiteSummary extends Pick<Site, 'id' | 'name' | 'matches' | 'optional' | 'gambling'> {
  /** The site has a script in the page's own world. */
  readonly tapped: boolean;
  /** Cards are read with the help of answers that the page fetches. */
  readonly fed: boolean;
}

/** The pages of one site, or those of them that matter to the reader. */
export interface SitePages {
  readonly id: string;
  readonly patterns: readonly string[];
}

export const pagesOf = ({ id, matches }: Pick<SiteSummary, 'id' | 'matches'>): SitePages => ({ id, patterns: matches });

/** The pages by those of their patterns that meet a condition; a site without any is left out. */
export async function pagesWhere(pages: readonly SitePages[], isWanted: (pattern: string) => Promise<boolean>) {
  const sites = pages.map(async ({ id, patterns }) => {
    const wanted = await Promise.all(patterns.map(isWanted));
    return { id, patterns: patterns.filter((_, at) => wanted[at]) };
  });
  return (await Promise.all(sites)).filter(({ patterns }) => patterns.length > 0);
}

/** Scripts that the browser runs together in pages, before their documents exist. */
export interface PageScript {
  /** Of the registration; the manifest has none. */
  readonly id: string;
  readonly matches: readonly string[];
  /** Names of files, in their order. */
  readonly js: readonly string[];
  /** `MAIN`: the page's own world. */
  readonly world: 'ISOLATED' | 'MAIN';
}

/** The files of one site, by its id: before every page, with its first card, and in the page's own world. */
export const siteFiles = (id: string) => ({ wait: `${id}.js`, adapter: `${id}-adapter.js`, tap: `${id}-tap.js` });

/** The files of any other site: in our world, and in the page's own. */
export const anySiteFiles = { main: 'any-site.js', tap: 'any-site-tap.js' } as const;

/** Content scripts that come with each page in Firefox, whose content scripts cannot import; they wait until called. */
const sharedFiles = ['overlays.js'];

/** The scripts of a marketplace's pages, in the manifest or registered at run time. */
export function siteScripts(
  { id, matches, tapped }: Pick<SiteSummary, 'id' | 'matches' | 'tapped'>,
  isFirefox: boolean,
): readonly PageScript[] {
  const { wait, adapter, tap } = siteFiles(id);
  const js = isFirefox ? [...sharedFiles, adapter, wait] : [wait];
  return [
    { id, matches, js, world: 'ISOLATED' },
    ...(tapped ? [{ id: `${id}-tap`, matches, js: [tap], world: 'MAIN' as const }] : []),
  ];
}

export function customSiteScripts(host: string, isFirefox: boolean): readonly PageScript[] {
  const matches = [originPattern(host)];
  const js = [...(isFirefox ? sharedFiles : []), anySiteFiles.main];
  return [
    { id: `host:${host}`, matches, js, world: 'ISOLATED' },
    { id: `host:${host}-tap`, matches, js: [anySiteFiles.tap], world: 'MAIN' },
  ];
}
