import type { SamplePage } from '#demo/sample-pages.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { expectationsIn } from './sites/expectation.ts';

const thinning = 8;

const itemsOn = (pages: readonly SamplePage[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ html }) => expectationsIn(html).flatMap((one) => one?.item ?? [])));

/** The items on sample pages and every eighth other name of the catalogue, so that refreshes are quick. */
export async function fewNames(pages: readonly SamplePage[]): Promise<readonly string[]> {
  const items = itemsOn(pages);
  return [...(await readAsks()).keys()].filter((name, at) => at % thinning === 0 || items.has(name));
}
