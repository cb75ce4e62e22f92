import { useEffect, useState } from 'preact/hooks';
import type { LowestPast } from '#core/prices/item-past.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { WatchAnswer } from '#protocol/own-page-messages.ts';
import { useAsked } from '#ui/pages/use-asked.ts';

/**
 * What the relay has recorded of the listed items, by name: loaded one after the other when the list opens, and again when
 * its prices change.
 */
export function usePriceHistories(
  { ask }: Pick<PopupDeps, 'ask'>,
  answer: WatchAnswer | undefined,
): ReadonlyMap<string, LowestPast> {
  const [histories, setHistories] = useState<ReadonlyMap<string, LowestPast>>(new Map());
  const key = `${answer?.asOf} ${answer?.items.length}`;
  useEffect(() => {
    let isOpen = true;
    const load = async () => {
      for (const { name } of answer?.items ?? []) {
        if (!isOpen) return;
        const recorded = await ask('watch-history', { name }).catch(() => 'lost' as const);
        if (isOpen) setHistories((before) => new Map([...before, [name, recorded]]));
      }
    };
    void load();
    return () => {
      isOpen = false;
    };
  }, [ask, key]);
  return histories;
}

/** Whether the browser shows notifications, and a function for a click handler that asks for them. */
export function useNotifications({ notifications }: Pick<PopupDeps, 'notifications'>) {
  const { last: allowed, tell } = useAsked(notifications.allowed);
  return {
    allowed,
    // The browser requires the click, so nothing is awaited before this call.
    allow: () => void notifications.allow().then(tell, () => tell(false)),
  };
}
