import { useEffect, useRef, useState } from 'preact/hooks';
import type { ItemPastAnswer } from '#core/item-past.ts';
import type { Rate } from '#core/rates.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { HistoryView } from '#ui/history-view.ts';

interface SearchHistoryProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'loadChart'>;
  readonly name: string;
  readonly shown: Rate;
  /** US dollars a coin; `null`: unknown. */
  readonly coinUsd: number | null;
  /** Changes with the colours of the page. */
  readonly theme: string;
  /** Ms since the epoch. */
  readonly now: number;
}

/** The price history of one item; asks the worker once. */
export function SearchHistory({ deps: { ask, loadChart }, name, shown, coinUsd, theme, now }: SearchHistoryProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<HistoryView | undefined>(undefined);
  const [past, setPast] = useState<ItemPastAnswer>();
  useEffect(() => {
    let isOpen = true;
    const gone: ItemPastAnswer = { state: 'fault', fault: 'timeout' };
    void ask('history', { name })
      .catch(() => gone)
      .then((answer) => isOpen && setPast(answer));
    return () => {
      isOpen = false;
    };
  }, [ask, name]);
  useEffect(() => {
    const created = new HistoryView(loadChart);
    view.current = created;
    place.current?.replaceChildren(created.element);
    return () => created.remove();
  }, [loadChart]);
  useEffect(() => view.current?.show({ item: name, past, shown, coinUsd, now }), [name, past, shown, coinUsd, now]);
  useEffect(() => {
    const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    // After the page has its new colours.
    const redraw = () => void requestAnimationFrame(() => view.current?.redraw());
    redraw();
    dark?.addEventListener('change', redraw);
    return () => dark?.removeEventListener('change', redraw);
  }, [theme]);
  return <div class="past" ref={place} />;
}
