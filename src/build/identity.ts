import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Stands in `package.json` for the account that is to own the repository. A release refuses it. */
const placeholder = 'OWNER';

const packageFile = z.object({ version: z.string(), homepage: z.url(), noticesKey: z.string() });
const { version, homepage, noticesKey } = packageFile.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);
const owner = new URL(homepage).pathname.split('/')[1] ?? placeholder;

/** Who publishes Skinlens: every address follows from `homepage`. */
export const identity = {
  version,
  homepage,
  /** Who signs notices (src/protocol/notices.ts); empty: nobody. */
  noticesKey,
  isPlaceholder: owner === placeholder,
  support: `${homepage}/issues`,
  privacy: `${homepage}/blob/main/.github/store/privacy.md`,
  /** Apart from the account: with another id Firefox takes an update for another add-on, and all that it stored is lost. */
  addonId: 'skinlens@counter-strike-prices',
};
