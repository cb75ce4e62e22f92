import type { FaultKind } from '#core/fault.ts';
import { type MarketId, markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import { currencySign, formatAge, formatAmount } from '#ui/format.ts';
import type { OverlayModel, OverlayRow } from '#ui/overlay-model.ts';

/** All words of the overlay. What stands on it, and what its tooltip says. */
export interface Saying {
  readonly text: string;
  readonly title: string;
}

const nameOf = (code: string): string => (code === 'COIN' ? 'coin' : code);

const reservations: Readonly<Record<string, Saying>> = {
  inflated: { text: '⚠ outlier', title: 'The price source flags this price as an outlier: no comparison.' },
  'any-phase': { text: 'any phase', title: 'These prices are of the cheapest phase, not of this one: no comparison.' },
  bid: { text: 'bid', title: 'An auction’s bid is not an asking price: no comparison.' },
  'no-listing': { text: 'no listing price', title: 'The price of this listing could not be read: no comparison.' },
  retired: { text: '⚠ reload the page', title: 'Skinlens was updated. Reload the page for fresh prices.' },
};

const troubles: Readonly<Record<FaultKind, string>> = {
  unreachable: 'relay unreachable',
  timeout: 'relay too slow',
  unauthorized: 'relay refuses the token',
  'rate-limited': 'relay asks to wait',
  unavailable: 'relay has no prices',
  undecodable: 'relay’s answer unreadable',
  malformed: 'not a relay’s answer',
  'too-large': 'relay’s answer too large',
  rejected: 'relay rejects the question',
};

/** Why there is nothing to compare with. */
export function absence(state: 'unknown' | 'offline' | 'unavailable', fault: FaultKind | undefined): Saying {
  if (state === 'unknown')
    return { text: 'No market price', title: 'None of the three markets has a price for this item.' };
  const text = fault ? `⚠ No prices · ${troubles[fault]}` : 'No prices';
  return { text, title: 'There are no prices yet. The Skinlens button of the browser says why and what to do.' };
}

/** Why no difference is shown; `undefined` when it is. */
export function reason({ reservation, ageMs = 0, fault, missing }: OverlayModel): Saying | undefined {
  if (reservation === 'stale')
    return {
      text: `⚠ ${formatAge(ageMs)} old${fault ? ` · ${troubles[fault]}` : ''}`,
      title: `These prices are too old for a comparison${fault ? `: ${troubles[fault]}` : ''}.`,
    };
  if (reservation === 'no-rate' || (!reservation && missing))
    return {
      text: `no ${nameOf(missing ?? '')} rate`,
      title: `There is no fresh exchange rate for ${nameOf(missing ?? '')}${reservation ? ': no comparison' : ', so prices are in US dollars'}.`,
    };
  return reservation && reservations[reservation];
}

/** By which rates prices were converted, in full and in short; `undefined` when none was. */
export function conversion(used: readonly Rate[]): (Saying & { readonly short: string }) | undefined {
  const [first] = used;
  if (!first) return undefined;
  const signs = used.map(({ code }) => currencySign(code)).join(', ');
  const sources = used.map((rate) => `${sourceOf(rate)}: 1 USD = ${precise(rate.perUsd)} ${nameOf(rate.code)}`);
  const mixed = used.some(({ of }) => of !== first.of);
  const of = first.of === 'own' ? 'your' : mixed ? `${used.find(({ of }) => of !== 'own')?.of}` : first.of;
  return {
    text: `${signs} at ${of} rate`,
    short: first.of === 'own' ? `${signs} own` : `${signs} ${of.slice(5)}`,
    title: `Converted at ${sources.join('; ')}.`,
  };
}

const sourceOf = ({ of }: Rate): string => (of === 'own' ? 'your own rate' : `the rate of ${of}`);
const precise = (value: number): string => String(Number(value.toPrecision(6)));

/** What one row means, in a sentence. */
export function explainRow({ market, cents, diff }: OverlayRow, shown: Rate): string {
  const { name } = markets[market];
  if (cents === undefined) return `${name} has no price for this item`;
  const asks = `${name} asks ${formatAmount(cents, shown)}`;
  if (diff === undefined) return asks;
  if (diff === 0) return `${asks}; this listing asks the same`;
  return `${asks}; this listing is ${Math.abs(diff).toFixed(1)} % ${diff < 0 ? 'below' : 'above'} that`;
}

export const liquidityTitle = (value: number): string =>
  `Liquidity ${Math.round(value)} of 100: how easily the item sells`;

export const ageTitle = (ageMs: number): string => `Prices of ${formatAge(ageMs)} ago`;

/** The whole overlay as one accessible name. */
export function overlayLabel(item: string, model: OverlayModel): string {
  const { rows, shown, liquidity, ageMs, used } = model;
  const parts = [
    ...rows.map((row) => explainRow(row, shown)),
    model.deal ? deal.title : undefined,
    reason(model)?.title,
    conversion(used)?.title,
    liquidity === undefined ? undefined : liquidityTitle(liquidity),
    ageMs === undefined ? undefined : ageTitle(ageMs),
  ];
  return `${item}: ${parts.filter(Boolean).join('. ')}`;
}

export const deal: Saying = { text: '★ deal', title: 'A deal by the measure in your settings' };

export const noData = 'no data';

export const marketName = (market: MarketId): string => markets[market].name;
