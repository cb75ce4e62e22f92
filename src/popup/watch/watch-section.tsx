import { useState } from 'preact/hooks';
import type { PopupDeps } from '#popup/deps.ts';
import { useHistories, useNotifications, type WatchLive } from '#popup/watch/use-watch-list.ts';
import { watchCsv } from '#popup/watch/watch-export.ts';
import { WatchRow } from '#popup/watch/watch-row.tsx';
import type { WatchAnswer } from '#protocol/watch-list-messages.ts';
import { countText } from '#ui/age.ts';
import { plural, text } from '#ui/text.ts';

interface SectionProps {
  readonly deps: PopupDeps;
  readonly live: WatchLive;
  /** Ms since the epoch. */
  readonly now: number;
}

/** The watch list, closed at first: how many items, and how many of their alerts are reached. */
export function WatchSection({ deps, live, now }: SectionProps) {
  const [isOpen, setOpen] = useState(deps.watchOpen);
  const { answer, problem } = live;
  return (
    <section class="watch" aria-labelledby="watch-title">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2 id="watch-title">{text('watchTitle')}</h2> <span class="muted">{answer && summaryText(answer)}</span>
        </summary>
        {isOpen && answer && <List deps={deps} live={live} now={now} answer={answer} />}
      </details>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}

function summaryText({ items }: WatchAnswer): string {
  const count = items.filter(({ alert, reached }) => alert && alert.kind !== 'change' && reached).length;
  const all = plural('watchCount', items.length, countText(items.length));
  return count > 0 ? `${all} · ${plural('watchReachedCount', count, countText(count))}` : all;
}

function List({ deps, live, now, answer }: SectionProps & { readonly answer: WatchAnswer }) {
  const histories = useHistories(deps, answer);
  const { allowed, allow } = useNotifications(deps);
  const { items } = answer;
  if (items.length === 0) return <p class="note">{text('watchEmpty')}</p>;
  return (
    <>
      {allowed === false && items.some(({ alert }) => alert) && <NotAllowed onAllow={allow} />}
      <ul>
        {items.map((item) => (
          <WatchRow
            key={item.name}
            item={item}
            series={histories.get(item.name)}
            now={now}
            draw={deps.drawSeries}
            onOpen={(name) => void openItem(deps, name)}
            onDrop={(name) => void live.star(name, false)}
            onAlert={(name, alert) => {
              // Before anything else: the browser asks only within the click. The popup may close over its question.
              if (alert && !allowed) allow();
              void live.setAlert(name, alert);
            }}
          />
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => deps.shell.save('skinlens-watch-list.csv', watchCsv(answer))}>
          {text('watchExport')}
        </button>
      </div>
    </>
  );
}

const NotAllowed = ({ onAllow }: { readonly onAllow: () => void }) => (
  <div class="ask">
    <p class="note warn">{text('watchNotAllowed')}</p>
    <div class="buttons">
      <button type="button" onClick={onAllow}>
        {text('watchAllow')}
      </button>
    </div>
  </div>
);

/** Opens an item on the first of the chosen markets that told a link to it, else in a tab that searches for it. */
async function openItem({ ask, openTabs }: PopupDeps, name: string): Promise<void> {
  const answer = await ask('details', { name }).catch(() => undefined);
  const link = answer?.markets.find(({ detail }) => detail?.link)?.detail?.link;
  await openTabs([link ?? `popup.html?${new URLSearchParams({ tab: '', q: name })}`]);
}
