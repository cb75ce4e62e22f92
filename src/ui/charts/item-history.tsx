import { useEffect, useRef, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { type AskedDays, type ItemPastAnswer, lostPast } from '#core/prices/item-past.ts';
import { type HistoryContext, HistoryView } from '#ui/charts/history-view.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import { useColourChange } from '#ui/pages/use-colour-change.ts';

interface PastOfItemProps extends Omit<HistoryContext, 'item' | 'past' | 'listingCents'> {
  readonly pastOf: (name: string, days: AskedDays) => Promise<ItemPastAnswer>;
  readonly loadChart: () => Promise<DrawChart>;
  readonly name: string;
  /** Changes with the colours of the page. */
  readonly theme: string;
}

export function PastOfItem({ pastOf, loadChart, name, shown, coinUsd, present, theme, now }: PastOfItemProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<HistoryView | undefined>(undefined);
  const [past, setPast] = useState<ItemPastAnswer>();
  const [days, setDays] = useState<AskedDays>(90);
  useEffect(() => {
    const onChange = () => setPast(asked.answer ?? lostPast);
    const asked = new AskOnce(() => pastOf(name, days), { pausesMs: retryPausesMs, onChange });
    void asked.ask();
    return () => asked.stop();
  }, [pastOf, name, days]);
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
  return <div class="past" ref={place} />;
}
