import { useCallback, useState } from 'preact/hooks';
import { createMutex } from '#core/asks/concurrency.ts';
import { type ConfirmedFees, costCents, feesOf } from '#core/money/fees.ts';
import { alertKindOf, type WatchAlert } from '#core/owned/watch-list.ts';
import type { WatchAnswer, WatchedItem } from '#core/owned/watch-prices.ts';
import { arrivingCents } from '#core/prices/exit-value.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { quotedOffer } from '#core/prices/quote.ts';
import { dollarCell, quantity, toCsv } from '#core/tables/write-table.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { TellingViews, WatchRow } from '#popup/watch/watch-row.tsx';
import { Act, Switch } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import type { WatchListState } from '#ui/pages/use-watch-list.ts';
import { countText } from '#ui/words/format.ts';
import { keyOf, plural, text } from '#ui/words/text.ts';

interface WatchSectionProps extends SettingsProps {
  readonly deps: PopupDeps;
  readonly list: WatchListState;
  readonly now: number;
}

export function WatchSection({ deps, settings, change, list, now }: WatchSectionProps) {
  const { answer } = list;
  return (
    <section class="watch" aria-labelledby="watch-title">
      <div class="title">
        <h2 id="watch-title">{text('watchTitle')}</h2> <span class="muted">{answer && summaryText(answer)}</span>
        {answer && answer.items.length > 0 && (
          <Act onClick={() => deps.shell.save('skinlens-watch-list.csv', watchCsv(answer, settings.fees))}>
            {text('wordExportCsv')}
          </Act>
        )}
      </div>
      {answer && <WatchedItems deps={deps} settings={settings} list={list} now={now} answer={answer} />}
      {answer && <TellingViews deps={deps} shown={answer.shown} now={now} />}
      {answer && <RelayAlerts deps={deps} settings={settings} change={change} answer={answer} />}
    </section>
  );
}

/** The number of alerts at a price that were triggered. */
export const reachedCount = ({ items }: WatchAnswer): number =>
  items.filter(({ alert, reached }) => alert && alertKindOf(alert).measured !== 'changes' && reached).length;

function summaryText(answer: WatchAnswer): string {
  const { length } = answer.items;
  const count = reachedCount(answer);
  const all = plural('wordItems', length, countText(length));
  return count > 0 ? `${all} · ${plural('watchReachedCount', count, countText(count))}` : all;
}

interface AnsweredProps extends WatchSectionProps {
  readonly answer: WatchAnswer;
}

function WatchedItems({ deps, settings, list, now, answer }: Omit<AnsweredProps, 'change'>) {
  const [inTurn] = useState(createMutex);
  const loadHistory = useCallback(
    (name: string) => inTurn(() => deps.ask('watch-history', { name })),
    [deps.ask, answer.asOf],
  );
  const { allowed, allow } = useNotifications(deps);
  const { items } = answer;
  if (items.length === 0) return <p class="note">{text('watchEmpty')}</p>;
  return (
    <>
      {allowed === false && items.some(({ alert }) => alert) && <NotificationsNote onAllow={allow} />}
      <ul>
        {items.map((item) => (
          <WatchRow
            key={item.name}
            {...{ item, loadHistory, now }}
            compared={settings.markets}
            shown={answer.shown}
            draw={deps.drawSeries}
            onOpen={(name) => void openItem(deps, name)}
            onDrop={(name) => void list.star(name, false)}
            onAlert={(name, alert) => {
              // Comes first: the browser asks only during the click. Its question may close the popup.
              if (alert && !allowed) allow();
              void list.setAlert(name, alert);
            }}
          />
        ))}
      </ul>
    </>
  );
}

function useNotifications({ notifications }: Pick<PopupDeps, 'notifications'>) {
  const { last: allowed, tell } = useAsked(notifications.allowed);
  return {
    allowed,
    // The browser requires the click, so nothing is awaited before this call.
    allow: () => void notifications.allow().then(tell, () => tell(false)),
  };
}

const NotificationsNote = ({ onAllow }: { readonly onAllow: () => void }) => (
  <div class="ask">
    <p class="note warn">{text('watchNotAllowed')}</p>
    <div class="buttons">
      <Act onClick={onAllow}>{text('watchAllow')}</Act>
    </div>
  </div>
);

/** Opens an item's page on the first chosen market with a known link, else a tab that searches for the item. */
async function openItem({ ask, openTabs }: PopupDeps, name: string): Promise<void> {
  const offers = await ask('details', { name }).catch(() => undefined);
  const link = offers?.find((offer) => offer.link)?.link;
  await openTabs([link ?? `popup.html?${new URLSearchParams({ tab: '', q: name })}`]);
}

const alertColumns = ['item', 'alert', 'threshold', 'unit', 'alert_market', 'alert_state'];
const reachedColumns = ['reached_at', 'reached_market', 'reached_usd'];
const priceColumns = [...referenceMarkets.map((market) => `${market}_usd`), 'doubt', 'prices_as_of'];
const feeColumns = referenceMarkets.flatMap((market) => [`${market}_net_usd`, `${market}_cost_usd`]);

/** Amounts in US dollars with a point, times in ISO 8601. Net and cost are empty in doubt or without confirmed fees. */
export const watchCsv = ({ items, asOf }: WatchAnswer, fees: ConfirmedFees): string =>
  toCsv([
    [...alertColumns, ...reachedColumns, ...priceColumns, ...feeColumns],
    ...items.map((item) => [...itemCells(item, asOf), ...feeCells(item, fees)]),
  ]);

const feeCells = ({ quote, doubt }: WatchedItem, fees: ConfirmedFees) =>
  referenceMarkets.flatMap((market) => {
    const [offer, known] = [quotedOffer(quote, market), feesOf(fees, market)];
    if (offer.cents === undefined || !known || doubt) return [undefined, undefined];
    return [dollarCell(arrivingCents(market, offer, known)), dollarCell(costCents(offer.cents, known))];
  });

const itemCells = (item: WatchedItem, asOf: number | null) => {
  const { name, reached, quote, doubt } = item;
  return [
    name,
    ...alertCells(item),
    reached ? new Date(reached.at).toISOString() : undefined,
    reached?.market,
    dollarCell(reached?.cents),
    ...referenceMarkets.map((market) => dollarCell(quotedOffer(quote, market).cents)),
    doubt ?? undefined,
    asOf === null ? undefined : new Date(asOf).toISOString(),
  ];
};

/** Without a market the alert looks at the lowest price of the compared ones. */
function alertCells({ alert, reached }: WatchedItem) {
  if (!alert) return [undefined, undefined, undefined, undefined, undefined];
  return [
    alert.kind,
    ...lineCells(alert),
    'market' in alert ? alert.market : undefined,
    reached ? 'reached' : 'waiting',
  ];
}

function lineCells(alert: WatchAlert) {
  if (!('cents' in alert)) return [quantity(alert.percent), 'percent'];
  const { hundredths, currency } = alert.typed ?? { hundredths: alert.cents, currency: 'USD' };
  return [{ cents: hundredths, currency }, currency];
}

/** Lets the relay tell of the alerts, says beforehand what it gets, and what became of it. */
function RelayAlerts({ deps, settings, change, answer }: Omit<AnsweredProps, 'list' | 'now'>) {
  const { watchRelay } = settings;
  // The switch moves before the browser has stored it, and until then the worker finds the old setting.
  const [writes, setWrites] = useState(0);
  const outcome = useRelayOutcome(deps, watchRelay, answer, writes);
  const flip = async (isOn: boolean) => {
    await change((now) => ({ ...now, watchRelay: isOn }));
    setWrites((before) => before + 1);
  };
  return (
    <div class="relay-alerts">
      <Switch
        label={text('watchRelay')}
        on={watchRelay}
        describedBy="watch-relay-hint"
        onSwitch={(isOn) => void flip(isOn)}
      />
      <p class="note" id="watch-relay-hint">
        {text('watchRelayHint')}
      </p>
      <details class="note">
        <summary>{text('watchRelaySent')}</summary>
        {text('watchRelaySends')}
      </details>
      <p class={outcome === 'taken' || outcome === 'pending' ? 'note' : 'note warn'} role="status">
        {outcome && outcome !== 'off' && text(`watchRelay${keyOf(outcome)}`)}
      </p>
    </div>
  );
}

function useRelayOutcome({ ask }: Pick<PopupDeps, 'ask'>, isOn: boolean, answer: WatchAnswer, writes: number) {
  const { asked, last } = useAsked(useCallback(() => ask('watch-relay', {}), [ask, isOn, answer, writes]));
  return asked.state === 'failed' ? undefined : last;
}
