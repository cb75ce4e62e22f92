import { globSync, readFileSync } from 'node:fs';
import type { Site } from '#core/site.ts';

export interface FedAnswer {
  readonly site: Site;
  readonly feed: NonNullable<Site['feeds']>[number];
  readonly url: string;
  readonly json: string;
}

const root = new URL('../../', import.meta.url);
const script = /<script type="application\/json" data-feed="([^"]*)">([\s\S]*?)<\/script>/g;

/** Every adapter, loaded by file: the list of adapters exists only in Vite's builds. */
async function everySite(): Promise<Site[]> {
  const files = globSync('src/sites/*.ts', { cwd: root }).filter((path) => !path.endsWith('index.ts'));
  const modules = files.sort().map(async (path): Promise<{ default: Site }> => import(new URL(path, root).href));
  return (await Promise.all(modules)).map((module) => module.default);
}

/** All responses in the fixtures, each with the feed that matches its URL. */
export async function everyAnswer(): Promise<readonly FedAnswer[]> {
  const sites = await everySite();
  return sites.flatMap((site) => {
    const html = readFileSync(new URL(`tests/sites/${site.id}.html`, root), 'utf8');
    return [...html.matchAll(script)].flatMap(([, address = '', text = '']) => {
      const url = address.replaceAll('&amp;', '&');
      const feed = site.feeds?.find((each) => each.url.test(url));
      return feed ? [{ site, feed, url, json: JSON.stringify(JSON.parse(text)) }] : [];
    });
  });
}
