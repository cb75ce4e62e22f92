import type { ChaosAction } from './action.ts';
import { browserActions } from './browser-actions.ts';
import { pageActions } from './page-actions.ts';
import { relayActions } from './relay-actions.ts';
import { stackActions } from './stack-actions.ts';
import { tabActions } from './tab-actions.ts';

/** Every action of the chaos test by its kind. */
export const actions: Readonly<Record<string, ChaosAction>> = {
  ...stackActions,
  ...relayActions,
  ...browserActions,
  ...tabActions,
  ...pageActions,
};

export const weights: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(actions).map(([kind, { weight }]) => [kind, weight]),
);
