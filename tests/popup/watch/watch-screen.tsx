import { act } from 'preact/test-utils';
import { dollar } from '#core/money/rates.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import type { WatchAnswer, WatchedItem } from '#core/owned/watch-prices.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { quoted } from '../../quoted.ts';
import { createEnvironment, type Environment, start } from '../environment.ts';
import { button, click, open, query, type } from '../screen.tsx';

export const redline = 'AK-47 | Redline (Field-Tested)';
export const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
export const minute = 60_000;
export const asking = (more: Partial<TableRow> = {}) =>
  quoted({ buff163: 1234, youpin: 1100, csfloat: 1500, liquidity: 93, ...more }, start - 4 * minute);
export const quote = asking();

export const watched = (over: Partial<WatchedItem> = {}): WatchedItem => ({
  name: redline,
  alert: null,
  reached: null,
  quote,
  doubt: null,
  ...over,
});
export const listOf = (...items: WatchedItem[]): WatchAnswer => ({
  items,
  asOf: start - 4 * minute,
  problem: null,
  shown: dollar,
});

export async function openList(
  items: readonly WatchedItem[],
  prepare: (env: Environment) => void = () => undefined,
  settings: unknown = {},
): Promise<Environment> {
  const env = createEnvironment(settings);
  env.worker.watch = async () => listOf(...items);
  prepare(env);
  await open(env, 'watch');
  return env;
}

export const asked = (env: Environment, kind: string) =>
  env.asked.filter((one) => one.kind === kind).map(({ request }) => request);

export async function setAlert(kind: WatchAlert['kind'], label: string, value: string): Promise<void> {
  await click(button(`Alert for ${redline}`));
  const select = query('.alert select') as HTMLSelectElement;
  await act(() => {
    select.value = kind;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await type(label, value);
  await click(button('Set alert'));
}
