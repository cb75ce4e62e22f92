import type { Act } from './act.ts';
import { browserActs } from './browser-acts.ts';
import { pageActs } from './page-acts.ts';
import { stackActs } from './stack-acts.ts';
import { tabActs } from './tab-acts.ts';

/** All that happens in a hostile day, by its kind. */
export const acts: Readonly<Record<string, Act>> = { ...stackActs, ...browserActs, ...tabActs, ...pageActs };

export const weights: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(acts).map(([kind, { weight }]) => [kind, weight]),
);
