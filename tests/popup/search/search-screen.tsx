import { act } from 'preact/test-utils';
import type { Offer, TableRow } from '#core/prices/offer.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { quoted } from '../../quoted.ts';
import { createEnvironment, type Environment, start } from '../environment.ts';
import { open, press as pressOn, query, settle } from '../screen.tsx';

export const redline = 'AK-47 | Redline (Field-Tested)';
export const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
export const doppler = '★ Karambit | Doppler (Factory New)';
export const asking = (more: Partial<TableRow> = {}, asOf = start - 4 * 60_000) =>
  quoted({ buff163: 1234, youpin: 1100, liquidity: 93, ...more }, asOf);
export const quote = asking();

export const answer = (over: Partial<Extract<SearchAnswer, { state: 'found' }>> = {}): SearchAnswer => ({
  state: 'found',
  names: [redline, vulcan],
  quotes: [quote, null],
  table: { version: 'a', asOf: start - 4 * 60_000 },
  fault: null,
  rates: null,
  ...over,
});

export const links: readonly Offer[] = [
  { market: 'buff163', link: 'https://buff.163.com/goods/1' },
  { market: 'youpin' },
  { market: 'csfloat', link: 'https://csfloat.com/search?x=1' },
];

export const input = () => query('.query') as HTMLInputElement;
export const rows = () => [...document.querySelectorAll('[role="row"]')];
export const activeRow = () =>
  document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;

export async function type(value: string): Promise<void> {
  await act(() => {
    input().value = value;
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

/** Presses a key in the field; returns whether the default action was prevented. */
export const press = (key: string): Promise<boolean> => pressOn(input(), key);

export async function push({ pushes }: Environment): Promise<void> {
  for (const pushed of pushes) pushed();
  await settle();
}

export async function openFound(over: Parameters<typeof answer>[0] = {}, stored: unknown = {}): Promise<Environment> {
  const env = createEnvironment(stored);
  env.worker.search = async () => answer(over);
  env.worker.details = async () => links;
  await open(env);
  await type('ak');
  return env;
}
