import { useMemo, useState } from 'preact/hooks';
import { dollar, type Rate, ratedCurrencies } from '#core/money/rates.ts';
import { type Holding, maxHoldings, maxSales } from '#core/owned/portfolio.ts';
import {
  type PiecesPrice,
  type PortfolioValue,
  priceAt,
  type SellingPlace,
  valuePortfolio,
} from '#core/owned/valuation.ts';
import { comparedReferences, marketNames } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { Settings } from '#core/settings/settings.ts';
import { isOfAnyPhase } from '#explore/bulk/list-sums.ts';
import { WhereTable } from '#explore/bulk/where-table.tsx';
import { AddHolding } from '#explore/portfolio/add-holding.tsx';
import { HoldingsTable } from '#explore/portfolio/holdings-table.tsx';
import { PortfolioChart } from '#explore/portfolio/portfolio-chart.tsx';
import { PortfolioImport } from '#explore/portfolio/portfolio-import.tsx';
import { Sums } from '#explore/portfolio/portfolio-sums.tsx';
import { SalesList } from '#explore/portfolio/sales-list.tsx';
import {
  type ChangePortfolio,
  usePortfolio,
  useRates,
  useRemoval,
  withoutSale,
  withSale,
} from '#explore/portfolio/use-portfolio.ts';
import { type PageProps, useRowModel } from '#explore/state/use-items.ts';
import { Act, RemovedNote, Trouble } from '#ui/forms/parts.tsx';
import { Select } from '#ui/forms/select.tsx';
import { conversionFact } from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';

export function PortfolioPage(props: PageProps) {
  const { answer, problem, change } = usePortfolio(props.deps);
  const known = useRates(answer, props);
  return (
    <div class="portfolio">
      <Trouble>{problem}</Trouble>
      {known && <Known {...props} {...known} change={change} />}
    </div>
  );
}

interface KnownProps extends PageProps, NonNullable<ReturnType<typeof useRates>> {
  readonly change: ChangePortfolio;
}

function Known(props: KnownProps) {
  const { deps, settings, items, minute, onOpen, answer, change, shown, used, usdOf, ofThen, days } = props;
  const model = useRowModel(props);
  const hasFees = model.limits.fees !== undefined;
  const [chosen, setPlace] = useState<SellingPlace>();
  const { removed, remove, putBack } = useRemoval(answer, change);
  const place = chosen ?? (hasFees ? 'exit' : (settings.markets[0] ?? 'exit'));
  const rows = useMemo(() => {
    const held = new Set(answer.items.map(({ name }) => name));
    return new Map(items.table.names.flatMap((name, row) => (held.has(name) ? [[name, row] as const] : [])));
  }, [items.table, answer.items]);
  // A market that is still being read may be the best one.
  const value = valuePortfolio(
    answer.items,
    (holding) => (items.isComplete ? holdingPrice(model, rows.get(holding.name), holding, place) : {}),
    usdOf,
    ofThen,
  );
  // The user's own currency first.
  const known = { dated: items.dated, own: settings.rates, coinUsd: null };
  const rated = [...new Set([dollar.code, shown.code, ...ratedCurrencies(known, minute)])];
  const [reference = 'buff163'] = comparedReferences(settings.markets);
  const save = async () => {
    const { portfolioCsv } = await import('#core/owned/portfolio-csv.ts');
    deps.save('skinlens-portfolio.csv', portfolioCsv(value.holdings, answer.sales, items.table.asOf));
  };
  return (
    <>
      {items.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      {!items.isComplete && <p class="note">{text('exploreLoading')}</p>}
      {answer.items.length + answer.sales.length === 0 ? (
        <p class="note">{text('portfolioEmpty', text('reportKeep'))}</p>
      ) : (
        <div class="sums">
          <PlaceField {...{ place, settings, hasFees }} onPlace={setPlace} />
          <Sums {...{ value, shown, usdOf, ofThen }} sales={answer.sales} />
          {used.length > 0 && <p class="note">{conversionFact(used)?.title}</p>}
        </div>
      )}
      <RemovedNote name={removed} onUndo={putBack} />
      {answer.items.length > 0 && (
        <HoldingsTable
          {...{ value, shown, ofThen, sites: deps.sites, minOffers: model.minOffers, now: minute, onOpen }}
          onRemove={remove}
          onSell={(holding, at, sale) => void change((stored) => withSale(stored, holding, at, sale))}
        />
      )}
      {answer.items.length < maxHoldings && (
        <AddHolding
          deps={deps}
          shown={shown}
          onAdd={(holding) => change(({ items: stored, sales }) => ({ items: [...stored, holding], sales }))}
        />
      )}
      {answer.items.length > 0 && (
        <>
          {items.isComplete && <Where {...{ model, rows, value, shown }} />}
          <PortfolioChart {...{ deps, settings, value, shown, days }} market={reference} now={minute} />
        </>
      )}
      {answer.sales.length > 0 && (
        <SalesList
          sales={answer.sales.slice(-maxSales)}
          {...{ shown, usdOf, ofThen }}
          onUndo={(sale, at) => void change((stored) => withoutSale(stored, sale, at))}
        />
      )}
      <PortfolioImport match={deps.source.match} portfolio={answer} rated={rated} change={change} />
      {answer.items.length > 0 && (
        <div class="buttons">
          <Act onClick={() => void save()}>{text('wordExportCsv')}</Act>
        </div>
      )}
    </>
  );
}

interface WhereProps {
  readonly model: RowModel;
  readonly rows: ReadonlyMap<string, number>;
  readonly value: PortfolioValue;
  readonly shown: Rate;
}

/** Where all is sold, the entries as lines of the table. Each alone, as in the sums: fees are rounded once for each. */
function Where({ model, rows, value: { holdings, items }, shown }: WhereProps) {
  const lines = holdings.flatMap(({ name, count }) => {
    const row = rows.get(name);
    return row === undefined ? [] : [{ row, count }];
  });
  return (
    <details>
      <summary>{text('exploreWhere')}</summary>
      <WhereTable {...{ model, shown }} rows={lines} of={items} />
    </details>
  );
}

interface PlaceFieldProps {
  readonly place: SellingPlace;
  readonly settings: Settings;
  readonly hasFees: boolean;
  readonly onPlace: (place: SellingPlace) => void;
}

const PlaceField = ({ place, settings, hasFees, onPlace }: PlaceFieldProps) => (
  <label class="number">
    <span>{text('exploreSellAt')}</span>
    <Select<SellingPlace>
      class="input"
      value={place}
      options={[
        ...(hasFees || place === 'exit' ? [['exit', text('wordBestOfEach')] as const] : []),
        ...settings.markets.map((id) => [id, marketNames[id]] as const),
      ]}
      onChoose={onPlace}
    />
  </label>
);

/** What an entry is sold for. @param row of the table; `undefined`: no market has the item */
export function holdingPrice(
  model: RowModel,
  row: number | undefined,
  { count }: Pick<Holding, 'count'>,
  place: SellingPlace,
): PiecesPrice {
  if (row === undefined) return { doubt: 'missing' };
  const told = { count, offers: model.offers(row), exit: model.exit(row) };
  return priceAt(place, { ...told, sample: model.table.sample, phased: isOfAnyPhase(model, row) }, model.sums);
}
