import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type AskedDays, type ItemPastAnswer, lostPast } from '#core/prices/item-past.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type HistoryContext, HistoryView } from '#ui/charts/history-view.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { useColourChange } from '#ui/pages/use-colour-change.ts';
import { goneText } from '#ui/words/history-words.ts';

interface PastOfItemProps extends Pick<HistoryContext, 'shown' | 'present' | 'now'> {
  readonly pastOf: (name: string, days: AskedDays) => Promise<ItemPastAnswer>;
  readonly loadChart: () => Promise<DrawChart>;
  readonly name: string;
  readonly settings: Pick<Settings, 'coinUsd' | 'theme'>;
  /** Where a sale leaves most. */
  readonly exit?: MarketId | undefined;
}

export function PastOfItem({ pastOf, loadChart, name, shown, settings, present, now, exit }: PastOfItemProps) {
  const { coinUsd, theme } = settings;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<HistoryView | undefined>(undefined);
  const [days, setDays] = useState<AskedDays>(90);
  const { asked, last } = useAsked(
    useCallback(async () => ({ of: name, past: await pastOf(name, days) }), [pastOf, name, days]),
  );
  const known = last?.of === name ? last.past : undefined;
  const past = asked.state === 'failed' ? lostPast : known;
  useEffect(() => {
    const created = new HistoryView(loadChart, () => setDays(365));
    view.current = created;
    place.current?.replaceChildren(created.element);
    return () => created.remove();
  }, [loadChart]);
  useEffect(
    () => view.current?.show({ item: name, past, shown, coinUsd, present, now }),
    [name, past, shown, coinUsd, present, now],
  );
  useColourChange(theme, () => view.current?.redraw());
  const gone = goneText(past, exit);
  return (
    <>
      <div class="past" ref={place} />
      {gone && (
        <p class="note" title={gone.title}>
          {gone.text}
        </p>
      )}
    </>
  );
}
