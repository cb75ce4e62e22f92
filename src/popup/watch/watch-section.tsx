import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { RelayAlerts } from '#popup/watch/relay-alerts.tsx';
import { useNotifications, usePriceHistories, type WatchListState } from '#popup/watch/use-watch-list.ts';
import { watchCsv } from '#popup/watch/watch-export.ts';
import { WatchRow } from '#popup/watch/watch-row.tsx';
import type { WatchAnswer } from '#protocol/watch-list-messages.ts';
import { countText } from '#ui/age.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { plural, text } from '#ui/text.ts';

interface WatchSectionProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly list: WatchListState;
  /** Ms since the epoch. */
  readonly now: number;
}

/** The watch list, with its count of items and of triggered alerts. */
export function WatchSection({ deps, settings, change, list, now }: WatchSectionProps) {
  const { answer } = list;
  return (
    <section class="watch" aria-labelledby="watch-title">
      <div class="title">
        <h2 id="watch-title">{text('watchTitle')}</h2> <span class="muted">{answer && summaryText(answer)}</span>
      </div>
      {answer && <WatchedItems deps={deps} settings={settings} list={list} now={now} answer={answer} />}
      {answer && <RelayAlerts deps={deps} settings={settings} change={change} answer={answer} />}
    </section>
  );
}

/** The number of alerts at a price that were triggered. */
export const reachedCount = ({ items }: WatchAnswer): number =>
  items.filter(({ alert, reached }) => alert && alert.kind !== 'change' && reached).length;

function summaryText(answer: WatchAnswer): string {
  const { length } = answer.items;
  const count = reachedCount(answer);
  const all = plural('wordItems', length, countText(length));
  return count > 0 ? `${all} · ${plural('watchReachedCount', count, countText(count))}` : all;
}

interface WatchedItemsProps extends Omit<WatchSectionProps, 'change'> {
  readonly answer: WatchAnswer;
}

function WatchedItems({ deps, settings, list, now, answer }: WatchedItemsProps) {
  const histories = usePriceHistories(deps, answer);
  const { allowed, allow } = useNotifications(deps);
  const { items } = answer;
  if (items.length === 0) return <p class="note">{text('watchEmpty')}</p>;
  const exportAll = () => deps.shell.save('skinlens-watch-list.csv', watchCsv(answer, settings.fees));
  return (
    <>
      {allowed === false && items.some(({ alert }) => alert) && <NotificationsNote onAllow={allow} />}
      <ul>
        {items.map((item) => (
          <WatchRow
            key={item.name}
            item={item}
            compared={settings.markets}
            shown={answer.shown}
            series={histories.get(item.name)}
            now={now}
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
      <div class="buttons">
        <button type="button" onClick={exportAll}>
          {text('wordExportCsv')}
        </button>
      </div>
    </>
  );
}

const NotificationsNote = ({ onAllow }: { readonly onAllow: () => void }) => (
  <div class="ask">
    <p class="note warn">{text('watchNotAllowed')}</p>
    <div class="buttons">
      <button type="button" onClick={onAllow}>
        {text('watchAllow')}
      </button>
    </div>
  </div>
);

/** Opens an item's page on the first chosen market with a known link, else a tab that searches for the item. */
async function openItem({ ask, openTabs }: PopupDeps, name: string): Promise<void> {
  const answer = await ask('details', { name }).catch(() => undefined);
  const link = answer?.markets.find(({ detail }) => detail?.link)?.detail?.link;
  await openTabs([link ?? `popup.html?${new URLSearchParams({ tab: '', q: name })}`]);
}
