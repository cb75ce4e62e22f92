import { useCallback } from 'preact/hooks';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { type OnPush, useAsked } from '#ui/pages/use-asked.ts';

export interface MarketLink {
  readonly market: MarketId;
  readonly url: string;
}

interface LinksDeps {
  readonly ask: (kind: 'details', request: { name: string }) => Promise<readonly Offer[]>;
  readonly onPush: OnPush;
}

/** `undefined` until the worker has answered. They come with the markets' own data, which it may still be fetching. */
export function useLinks({ ask, onPush }: LinksDeps, name: string | undefined): readonly MarketLink[] | undefined {
  const question = useCallback(() => ask('details', { name: name ?? '' }), [ask, name]);
  const { asked } = useAsked(name === undefined ? undefined : question, onPush);
  if (asked.state === 'under way') return undefined;
  const offers = asked.state === 'told' ? asked.answer : [];
  return offers.flatMap(({ market, link }) => (link ? [{ market, url: link }] : []));
}
