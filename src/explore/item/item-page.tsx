import { useContext, useMemo, useState } from 'preact/hooks';
import { shownRate } from '#core/money/rates.ts';
import { percentMore } from '#core/prices/comparison.ts';
import type { PresentPrice } from '#core/prices/item-past.ts';
import { coinMarket, type MarketId } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import { isOfAnyPhase } from '#explore/bulk/list-sums.ts';
import { MarketTable, type MarketTableProps } from '#explore/item/market-table.tsx';
import { type PageProps, useRowModel } from '#explore/state/use-items.ts';
import { cellText, columnWords } from '#explore/table/cells.ts';
import { PastOfItem } from '#ui/charts/item-history.tsx';
import { AlertForm } from '#ui/forms/alert-form.tsx';
import { RemovedNote, Trouble } from '#ui/forms/parts.tsx';
import { rarityText } from '#ui/marks/rarity-words.ts';
import { ItemDrawing, Rarities } from '#ui/marks/signs.tsx';
import { useWatchList } from '#ui/pages/use-watch-list.ts';
import { text } from '#ui/words/text.ts';

interface ItemPageProps extends PageProps {
  readonly name: string;
  /** The form of its alert is open at first. */
  readonly alert?: true | undefined;
}

export function ItemPage(props: ItemPageProps) {
  const { deps, settings, items, minute, name } = props;
  const model = useRowModel(props);
  const row = useMemo(() => items.table.names.indexOf(name), [items.table, name]);
  const shown = shownRate(settings, items.dated, minute);
  const rarity = useContext(Rarities)(name);
  const present = useMemo(
    () => (items.isComplete ? presentOf(model, row, settings.coinUsd) : undefined),
    [model, row, items.isComplete, settings.coinUsd],
  );
  return (
    <article class="item-page">
      <div class="item-head">
        <h2>
          <ItemDrawing name={name} rarity={rarity} />
          {name}
        </h2>
        <p class="note">{rarityText(name, rarity)}</p>
      </div>
      {items.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      {row >= 0 && isOfAnyPhase(model, row) && <p class="note">{text('overlayAnyPhaseTitle')}</p>}
      <WatchLine {...props} />
      {!items.isComplete && <p class="note">{text('exploreLoading')}</p>}
      {row < 0 && items.isComplete && <p class="note">{text('exploreUnknownItem')}</p>}
      <div class="item-columns">
        <div class="item-prices">
          {row >= 0 && (
            <MarketTable {...{ deps, model, row, shown, now: minute, name }} isComplete={items.isComplete} />
          )}
          {row >= 0 && <Facts model={model} row={row} shown={shown} />}
        </div>
        <div class="history-place">
          <PastOfItem
            {...{ name, shown, settings, present, now: minute }}
            pastOf={deps.past}
            loadChart={deps.loadChart}
            exit={exitMarketOf(model, row)}
          />
        </div>
      </div>
    </article>
  );
}

/** The price to compare with the past: that of the first market where it counts. Samples have none. */
function presentOf(model: RowModel, row: number, coinUsd: number | null): PresentPrice | undefined {
  const { table, stages } = model;
  const column = table.markets.find((_, index) => ((stages.usable[row] ?? 0) & (1 << index)) !== 0);
  if (!column || table.sample) return undefined;
  const { market, cents, avg30 } = column;
  const [price, average] = [cents[row] ?? 0, avg30[row] ?? 0];
  return {
    market,
    price: market === coinMarket ? price / ((coinUsd ?? 0) * 100) : price,
    toAverage: average > 0 ? percentMore(price, average) : undefined,
  };
}

function exitMarketOf({ exit }: RowModel, row: number): MarketId | undefined {
  const best = row < 0 ? undefined : exit(row);
  return typeof best === 'object' ? best.market : undefined;
}

const factColumns = [
  ...(['exit', 'spread', 'profit', 'cash', 'toBalance'] as const),
  ...(['change1', 'change7', 'change30', 'against7', 'against30', 'liquidity'] as const),
];

function Facts({ model, row, shown }: Pick<MarketTableProps, 'model' | 'row' | 'shown'>) {
  const facts = factColumns.map((id) => ({ ...columnWords(id), value: cellText(model, id, row, shown).text }));
  return (
    <>
      <dl class="facts">
        {facts.map(
          ({ text: head, title, value }) =>
            value !== '' && (
              <div key={head} title={title}>
                <dt>{head}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {model.doubts()[row] === 1 && <p class="note warn">{text('exploreDoubtTitle')}</p>}
    </>
  );
}

function WatchLine({ deps, settings, name, alert }: ItemPageProps) {
  const { answer, itemOf, problem, star, setAlert, removed } = useWatchList(deps);
  const item = itemOf(name);
  const isOn = item !== undefined;
  const [isEditing, setEditing] = useState(alert === true);
  return (
    <div class="watch-line">
      <button type="button" aria-pressed={isOn} onClick={() => void star(name, !isOn)}>
        {isOn ? '★ ' : '☆ '}
        {text('exploreWatch')}
      </button>
      <button type="button" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
        {text('watchAlert')}
      </button>
      <Trouble>{problem}</Trouble>
      <RemovedNote {...removed} />
      {isEditing && !answer && !problem && <p class="note">{text('watchReading')}</p>}
      {isEditing && answer && (
        <AlertForm
          name={name}
          alert={item?.alert ?? null}
          shown={answer.shown}
          compared={settings.markets}
          onSet={(alert) => {
            setEditing(false);
            // Comes first: the browser asks only during the click.
            if (alert) void deps.askToNotify().catch(() => undefined);
            void setAlert(name, alert);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
    </div>
  );
}
