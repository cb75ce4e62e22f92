import { useState } from 'preact/hooks';
import { markets, type ReferenceMarket } from '#core/markets.ts';
import {
  type ChosenItems,
  chooseCharted,
  type LeftOutItem,
  type PastGap,
  type PortfolioPast,
  type PortfolioSpan,
  portfolioPast,
  portfolioSpans,
} from '#core/portfolio-past.ts';
import type { PortfolioValue } from '#core/portfolio-value.ts';
import type { Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { PortfolioPlot } from '#explore/portfolio/portfolio-plot.tsx';
import { type LoadedPast, usePortfolioPast } from '#explore/portfolio/use-portfolio-past.ts';
import { countText } from '#ui/age.ts';
import { sinceText } from '#ui/history-words.ts';
import { shortFaultText } from '#ui/overlay-words.ts';
import { text } from '#ui/text.ts';

interface ChartProps {
  readonly deps: Pick<ExploreDeps, 'ask' | 'loadChart'>;
  readonly settings: Settings;
  readonly value: PortfolioValue;
  readonly market: ReferenceMarket;
  readonly shown: Rate;
  /** Ms since the epoch. */
  readonly now: number;
}

/** The value of the portfolio over time. Loads nothing until it is opened. */
export function PortfolioChart(props: ChartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="portfolio-chart" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('portfolioChart')}</summary>
      {isOpen && <OpenChart {...props} />}
    </details>
  );
}

function OpenChart({ deps, settings, value, market, shown, now }: ChartProps) {
  const [span, setSpan] = useState<PortfolioSpan>(30);
  const chosen = chooseCharted(value.holdings);
  const names = chosen.items.map(({ name }) => name);
  const loaded = usePortfolioPast(deps.ask, market, names);
  const past = portfolioPast(chosen, (name) => loaded.prices.get(name) ?? [], { span, now });
  const empty = noChartText(chosen, loaded, past);
  return (
    <div class="history">
      <div class="top">
        <fieldset class="spans" aria-label={text('historyPeriod')}>
          {portfolioSpans.map((days) => (
            <button
              key={days}
              type="button"
              title={text('historyDays', String(days))}
              aria-pressed={days === span}
              onClick={() => setSpan(days)}
            >
              {text('ageDays', String(days))}
            </button>
          ))}
        </fieldset>
      </div>
      {empty === undefined ? (
        <PortfolioPlot {...{ past, span, market, shown }} theme={settings.theme} loadChart={deps.loadChart} />
      ) : (
        <div class="plot" role="status">
          <div class="wait">{empty}</div>
        </div>
      )}
      {isLoaded(chosen, loaded) && <Notes past={past} all={value.items} />}
      {empty === undefined && <p>{sinceText({ state: 'found', markets: [], since: loaded.since }, span, now)}</p>}
      <p>{text('portfolioChartHint', markets[market].name)}</p>
    </div>
  );
}

const isLoaded = ({ items }: ChosenItems, { prices }: LoadedPast): boolean => prices.size >= items.length;

/** Why there is no chart; `undefined` where there is one. A chart of a part of the items would rise as they load. */
function noChartText(chosen: ChosenItems, loaded: LoadedPast, past: PortfolioPast): string | undefined {
  const { failure, prices } = loaded;
  if (failure?.state === 'none') return text('historyNoRelay');
  if (failure) return text('historyFault', shortFaultText(failure.fault));
  if (!isLoaded(chosen, loaded))
    return text('portfolioChartLoading', countText(prices.size), countText(chosen.items.length));
  if (past.items === 0) return text('portfolioChartNoItems');
  return past.values.some((cents) => cents !== null) ? undefined : text('portfolioChartNoDay');
}

const reasonKeys = {
  none: 'portfolioOutNone',
  few: 'portfolioOutFew',
  inflated: 'portfolioOutInflated',
  'any-phase': 'portfolioOutAnyPhase',
  beyond: 'portfolioOutBeyond',
} as const satisfies Record<PastGap, string>;

/** Names of items of one reason, at most. */
const maxNamed = 5;

/** How many items and days are in, and which items are not. */
const Notes = ({ past, all }: { readonly past: PortfolioPast; readonly all: number }) => (
  <>
    <p>
      {text('portfolioChartIn', countText(past.items), countText(all))}
      {past.partialDays > 0 && ` ${text('portfolioChartPartial', countText(past.partialDays))}`}
    </p>
    {[...Map.groupBy(past.leftOut, ({ reason }) => reason)].map(([reason, items]) => (
      <p key={reason}>{text('portfolioChartOut', text(reasonKeys[reason]), namesOf(items))}</p>
    ))}
  </>
);

const namesOf = (items: readonly LeftOutItem[]): string =>
  [...items.slice(0, maxNamed).map(({ name }) => name), ...(items.length > maxNamed ? ['…'] : [])].join(', ');
