import { useState } from 'preact/hooks';
import { feesOf } from '#core/fees.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import { type Holding, maxHoldings } from '#core/portfolio.ts';
import { type PortfolioValue, valuePortfolio } from '#core/portfolio-value.ts';
import type { Settings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { AddHolding } from '#popup/portfolio/add-holding.tsx';
import { PortfolioChart } from '#popup/portfolio/portfolio-chart.tsx';
import { PortfolioImport } from '#popup/portfolio/portfolio-import.tsx';
import { PortfolioRow } from '#popup/portfolio/portfolio-row.tsx';
import { PortfolioTotals } from '#popup/portfolio/portfolio-totals.tsx';
import { type PortfolioState, usePortfolio } from '#popup/portfolio/use-portfolio.ts';
import type { PortfolioAnswer } from '#protocol/portfolio-messages.ts';
import { countText } from '#ui/age.ts';
import { plural, text } from '#ui/text.ts';

interface PortfolioProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
}

/** The items that the user owns, what they were paid for and what they are worth. Loaded once it is opened. */
export function PortfolioSection(props: PortfolioProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="watch portfolio" aria-labelledby="portfolio-title">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2 id="portfolio-title">{text('portfolioTitle')}</h2>
        </summary>
        {isOpen && <OpenPortfolio {...props} />}
      </details>
    </section>
  );
}

function OpenPortfolio({ deps, settings, now }: PortfolioProps) {
  const portfolio = usePortfolio(deps);
  const { answer, problem, change } = portfolio;
  return (
    <>
      <p class="problem" role="alert">
        {problem}
      </p>
      {answer && <Holdings deps={deps} settings={settings} now={now} answer={answer} change={change} />}
    </>
  );
}

/** Rows that are shown; the file has all of them. */
const maxShown = 200;

interface HoldingsProps extends PortfolioProps, Pick<PortfolioState, 'change'> {
  readonly answer: PortfolioAnswer;
}

function Holdings({ deps, settings, now, answer, change }: HoldingsProps) {
  const { items } = answer;
  const market = sellingMarket(settings);
  const value = totalValue(answer, settings, now);
  const exportAll = async () => {
    const { portfolioCsv } = await import('#core/portfolio-csv.ts');
    deps.shell.save('skinlens-portfolio.csv', portfolioCsv(value.holdings, market, answer.asOf));
  };
  return (
    <>
      {items.length > 0 && (
        <>
          <PortfolioTotals value={value} market={market} hasFees={!!feesOf(settings.fees, market)} />
          <PortfolioChart deps={deps} settings={settings} value={value} market={market} now={now} />
        </>
      )}
      <ul>
        {value.holdings.slice(0, maxShown).map((holding, at) => (
          <PortfolioRow
            key={`${at} ${holding.name}`}
            holding={holding}
            onRemove={() => void change((stored) => withoutHolding(stored, items[at], at))}
          />
        ))}
      </ul>
      {items.length > maxShown && (
        <p class="hint">{plural('portfolioMore', items.length - maxShown, countText(items.length - maxShown))}</p>
      )}
      {items.length < maxHoldings && <AddHolding onAdd={(holding) => change((stored) => [...stored, holding])} />}
      <PortfolioImport
        filesHere={deps.shell.filesHere}
        items={items}
        onImport={(added) => change((stored) => [...stored, ...added])}
      />
      {items.length > 0 && (
        <div class="buttons">
          <button type="button" onClick={() => void exportAll()}>
            {text('portfolioExport')}
          </button>
        </div>
      )}
    </>
  );
}

/** The entries without one: the one at its place, or wherever it is now. */
function withoutHolding(items: readonly Holding[], holding: Holding | undefined, at: number): readonly Holding[] {
  const isIt = (one: Holding | undefined) =>
    one?.name === holding?.name && one?.count === holding?.count && one?.paidCents === holding?.paidCents;
  const place = isIt(items[at]) ? at : items.findIndex(isIt);
  return items.filter((_, index) => index !== place);
}

/** The first reference market that the user compares with. */
const sellingMarket = ({ markets: chosen }: Settings): ReferenceMarket => {
  const isReference = (market: string): market is ReferenceMarket => referenceMarkets.some((one) => one === market);
  return chosen.find(isReference) ?? 'buff163';
};

function totalValue({ items, quotes, asOf, sample }: PortfolioAnswer, settings: Settings, now: number): PortfolioValue {
  const market = sellingMarket(settings);
  const known = new Map(quotes);
  return valuePortfolio(items, {
    market,
    fees: feesOf(settings.fees, market),
    asOf,
    now,
    staleAfterMs: staleAfterMs(settings),
    sample,
    quoteOf: (name) => known.get(name) ?? undefined,
  });
}
