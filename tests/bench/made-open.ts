import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { withExtensionPage } from '#demo/extension.ts';
import { endpoints } from '#protocol/price-api.ts';
import { ask } from './asking.ts';
import type { Bench } from './bench.ts';
import { type MadeExtension, writeExtension } from './made-extension.ts';
import { peer } from './peer.ts';

/** Opens a browser with an extension that the bench makes. */
export async function openMade(bench: Bench, kind: BrowserKind, made: MadeExtension): Promise<Driver> {
  const folder = await bench.folder();
  await writeExtension(folder, kind, made);
  return bench.open(kind, folder);
}

/** Opens a browser with the peer's way, the market's table stored. */
export async function openPeer(bench: Bench, kind: BrowserKind): Promise<Driver> {
  const driver = await openMade(bench, kind, peer);
  await withExtensionPage(driver, (own) => ask(own, tableUrl(bench)));
  return driver;
}

/** Where the whole table is to be had. */
export const tableUrl = ({ market }: Bench): string => market.url + endpoints.partner.slice(1);
