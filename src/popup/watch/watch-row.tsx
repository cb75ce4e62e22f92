import { useEffect, useRef, useState } from 'preact/hooks';
import { markets } from '#core/markets.ts';
import { lowestOf, pricesOf } from '#core/watch-crossing.ts';
import type { PriceSeries } from '#core/watch-history.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { DoubtTags } from '#popup/search/doubt-tags.tsx';
import { AlertForm } from '#popup/watch/watch-form.tsx';
import { dollars, standingText, targetText } from '#popup/watch/watch-words.ts';
import type { WatchedItem } from '#protocol/watch-list-messages.ts';
import { spanText } from '#ui/age.ts';
import { marketMark } from '#ui/market-mark.ts';
import { text } from '#ui/text.ts';

interface RowProps {
  readonly item: WatchedItem;
  readonly series: PriceSeries | undefined;
  /** Ms since the epoch. */
  readonly now: number;
  readonly draw: PopupDeps['drawSeries'];
  readonly onOpen: (name: string) => void;
  readonly onDrop: (name: string) => void;
  readonly onAlert: (name: string, alert: WatchAlert | null) => void;
}

/** One watched item: its lowest price, how that went, what is waited for and how that stands. */
export function WatchRow({ item, series, now, draw, onOpen, onDrop, onAlert }: RowProps) {
  const { name, alert, reached } = item;
  const [editing, setEditing] = useState(false);
  const set = (chosen: WatchAlert | null) => {
    onAlert(name, chosen);
    setEditing(false);
  };
  return (
    <li class={reached ? 'watched reached' : 'watched'}>
      <Title item={item} onOpen={onOpen} onDrop={onDrop} />
      <div class="line">
        <Lowest item={item} />
        <Sparkline series={series} draw={draw} />
        <button
          type="button"
          aria-label={text('watchAlertFor', name)}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          {text('watchAlert')}
        </button>
      </div>
      {alert && (
        <p class="standing">
          {targetText(alert)}: <span class="state">{standingText(item, now)}</span>
        </p>
      )}
      {editing && <AlertForm name={name} alert={alert} onSet={set} onLeave={() => setEditing(false)} />}
    </li>
  );
}

/** What it is, and what its prices have to be read with. */
const Title = ({ item: { name, quote }, onOpen, onDrop }: Pick<RowProps, 'item' | 'onOpen' | 'onDrop'>) => (
  <div class="line">
    <button type="button" class="open" aria-label={text('watchOpenItem', name)} onClick={() => onOpen(name)}>
      {name}
    </button>
    <DoubtTags name={name} quote={quote} />
    <button type="button" class="star" aria-label={text('watchDrop', name)} onClick={() => onDrop(name)}>
      ★
    </button>
  </div>
);

/** The lowest of the three prices; one that cannot be relied on is grey. */
function Lowest({ item: { quote, doubt } }: Pick<RowProps, 'item'>) {
  const lowest = quote && lowestOf(pricesOf(quote));
  if (!lowest) return <span class="price none">{text('searchNoPrice')}</span>;
  const { market, cents } = lowest;
  const { name } = markets[market];
  return (
    <span class={doubt ? 'price doubtful' : 'price'} title={`${name}, ${text('watchLowest')}`}>
      <span class="sign" ref={(place) => place?.replaceChildren(marketMark(market))} />
      <span class="spoken">{`${name}, ${text('watchLowest')}`}</span>
      {dollars(cents)}
    </span>
  );
}

/** How the lowest price went. */
function Sparkline({ series, draw }: Pick<RowProps, 'series' | 'draw'>) {
  const place = useRef<HTMLDivElement>(null);
  const known = series?.cents.filter((cents) => cents !== null) ?? [];
  const drawn = known.length > 0 ? series : undefined;
  useEffect(() => (place.current && drawn ? draw(place.current, drawn) : undefined), [draw, drawn]);
  if (!drawn) return <span class="chart none">{text('watchNoChart')}</span>;
  const span = spanText((drawn.at.at(-1) ?? 0) - (drawn.at[0] ?? 0));
  const label = text('watchChart', span, dollars(Math.min(...known)), dollars(Math.max(...known)));
  return <div class="chart" ref={place} role="img" aria-label={label} title={label} />;
}
