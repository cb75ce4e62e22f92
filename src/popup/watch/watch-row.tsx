import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { rowSentence } from '#core/owned/alert-sentence.ts';
import { lineCents } from '#core/owned/watch-crossing.ts';
import { alertKindOf, type WatchAlert } from '#core/owned/watch-list.ts';
import type { WatchedItem } from '#core/owned/watch-prices.ts';
import { lowestOf } from '#core/owned/watch-prices.ts';
import type { LowestPast } from '#core/prices/item-past.ts';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { maxViewRows, type ViewWait } from '#core/rows/view-alerts.ts';
import { explorePath, viewPath } from '#core/settings/explore-path.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { PriceCaveats } from '#popup/item-marks.tsx';
import { AlertForm } from '#ui/forms/alert-form.tsx';
import { Act, Away } from '#ui/forms/parts.tsx';
import { ItemName, MarketSign } from '#ui/marks/signs.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { percentText } from '#ui/words/difference-text.ts';
import { countText, formatAmount, formatNumber, spanText } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

interface WatchRowProps {
  readonly item: WatchedItem;
  readonly compared: readonly MarketId[];
  readonly shown: Rate;
  /** What the relay has recorded of the item: another function once there may be more. */
  readonly loadHistory: (name: string) => Promise<LowestPast>;
  readonly now: number;
  readonly draw: PopupDeps['drawSeries'];
  readonly onOpen: (name: string) => void;
  readonly onDrop: (name: string) => void;
  readonly onAlert: (name: string, alert: WatchAlert | null) => void;
}

export function WatchRow({ item, compared, shown, loadHistory, now, draw, onOpen, onDrop, onAlert }: WatchRowProps) {
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
        <LowestPrice item={item} shown={shown} />
        <Sparkline name={name} loadHistory={loadHistory} shown={shown} draw={draw} />
        <a
          class="explore-item"
          href={explorePath(name)}
          target="_blank"
          rel="noopener noreferrer"
          title={text('exploreOpenItem')}
          aria-label={`${name}: ${text('exploreOpenItem')}`}
        >
          ↗
        </a>
        <Act aria-label={text('watchAlertFor', name)} aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {text('watchAlert')}
        </Act>
      </div>
      {alert && (
        <p class="standing">
          {alertText(alert, shown)}: <span class="state">{alertStateText(item, shown, now)}</span>
        </p>
      )}
      {editing && <AlertForm {...{ name, alert, compared, shown }} onSet={set} onCancel={() => setEditing(false)} />}
    </li>
  );
}

const Title = ({ item: { name, quote, doubt }, onOpen, onDrop }: Pick<WatchRowProps, 'item' | 'onOpen' | 'onDrop'>) => (
  <div class="line">
    <Act class="open" aria-label={text('watchOpenItem', name)} onClick={() => onOpen(name)}>
      <ItemName name={name} />
    </Act>
    <PriceCaveats name={name} quote={quote} sample={doubt === 'sample'} />
    <Act class="star" aria-label={text('watchDrop', name)} onClick={() => onDrop(name)}>
      ★
    </Act>
  </div>
);

/** The lowest price that the alert looks at, else that of the references; grey when it is in doubt. */
function LowestPrice({ item: { quote, doubt, ...item }, shown }: Pick<WatchRowProps, 'item' | 'shown'>) {
  const lowest =
    item.lowest ?? lowestOf(quote?.offers.flatMap(({ market, cents }) => (cents ? [{ market, cents }] : [])) ?? []);
  if (!lowest) return <span class="price none">{text('wordNoPrice')}</span>;
  const { market, cents } = lowest;
  const label = `${marketNames[market]}, ${text('watchLowest')}`;
  return (
    <span class={doubt ? 'price doubtful' : 'price'}>
      <MarketSign market={market} label={label} />
      {formatAmount(inCurrency(cents, shown))}
    </span>
  );
}

type SparklineProps = Pick<WatchRowProps, 'loadHistory' | 'shown' | 'draw'> & { readonly name: string };

function Sparkline({ name, loadHistory, shown, draw }: SparklineProps) {
  const place = useRef<HTMLDivElement>(null);
  const { asked, last } = useAsked(useCallback(() => loadHistory(name), [loadHistory, name]));
  const series = asked.state === 'failed' ? 'lost' : last;
  const told = typeof series === 'object' ? series : undefined;
  const known = told?.cents.filter((cents) => cents !== null) ?? [];
  const drawn = known.length > 0 ? told : undefined;
  useEffect(() => (place.current && drawn ? draw(place.current, drawn) : undefined), [draw, drawn]);
  if (!drawn) return series === 'lost' ? <span class="chart none">{text('watchLostChart')}</span> : null;
  const span = spanText((drawn.at.at(-1) ?? 0) - (drawn.at[0] ?? 0));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const label = text('watchChart', span, formatAmount(inCurrency(least, shown)), formatAmount(inCurrency(most, shown)));
  return <div class="chart" ref={place} role="img" aria-label={label} title={label} />;
}

function alertText(alert: WatchAlert, shown: Rate): string {
  const line =
    'cents' in alert
      ? formatAmount(inCurrency(lineCents(alert, shown), shown))
      : formatNumber(alert.percent, 'precise');
  const target = text(`watchTarget${keyOf(alert.kind)}`, line);
  return 'market' in alert && alert.market ? text('watchTargetOn', target, marketNames[alert.market]) : target;
}

function alertStateText({ alert, reached, doubt, doubtful = [] }: WatchedItem, shown: Rate, now: number): string {
  const where = doubtful.map((market) => marketNames[market]).join(', ');
  const doubtText = doubt ? `${text(`watchDoubt${keyOf(doubt)}`)}${where && ` (${where})`}` : '';
  if (!reached) return doubtText || text('watchWaiting');
  const [age, market] = [spanText(now - reached.at), marketNames[reached.market]];
  const price = formatAmount(inCurrency(reached.cents, shown));
  const state =
    alert && alertKindOf(alert).measured === 'changes'
      ? text('watchMoved', age, market, price, signed(reached.percent ?? 0))
      : text('watchReached', age, market, price);
  return doubtText ? `${state}. ${doubtText}` : state;
}

const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatNumber(Math.abs(percent), 'tenths')}`;

interface TellingViewsProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush'>;
  readonly shown: Rate;
  readonly now: number;
}

export function TellingViews({ deps: { ask, onPush }, shown, now }: TellingViewsProps) {
  const { asked } = useAsked(
    useCallback(() => ask('view-alerts', {}), [ask]),
    onPush,
  );
  if (asked.state !== 'told' || asked.answer.length === 0) return null;
  const words = { shown, amount: formatAmount, percent: percentText };
  return (
    <div class="view-alerts">
      <h2>{text('watchViews')}</h2>
      {asked.answer.map(({ name, address, wait, told }) => (
        <div key={name}>
          <Away href={viewPath(address)}>{name}</Away>{' '}
          <span class="muted">{wait ? waitText(wait) : told.length === 0 && text('watchViewsWaiting')}</span>
          {told.length > 0 && (
            <details>
              <summary>{text('watchViewsTold', countText(told.length), spanText(now - (told[0]?.at ?? now)))}</summary>
              {told.map((row) => (
                <p key={row.name} class="note">
                  <Away href={explorePath(row.name)}>{row.name}</Away> {rowSentence(row, words)} ·{' '}
                  {spanText(now - row.asOf)}
                </p>
              ))}
            </details>
          )}
        </div>
      ))}
    </div>
  );
}

const waitKeys = { none: 'watchDoubtMissing', sample: 'watchDoubtSample', old: 'watchDoubtStale' } as const;

function waitText({ reason, markets: waiting }: ViewWait): string {
  const names = waiting.map((market) => marketNames[market]).join(', ');
  if (reason === 'loading') return text('watchViewsLoading', names);
  if (reason === 'many') return text('watchViewsMany', countText(maxViewRows));
  return text(waitKeys[reason]);
}
