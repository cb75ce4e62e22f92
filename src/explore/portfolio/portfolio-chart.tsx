import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rate, RateDays } from '#core/money/rates.ts';
import {
  type ChosenItems,
  chooseCharted,
  type DailyPrices,
  type LeftOutItem,
  type PortfolioPast,
  type PortfolioSpan,
  portfolioPast,
  portfolioSpans,
  ratesByDay,
} from '#core/owned/portfolio-past.ts';
import type { PortfolioValue } from '#core/owned/valuation.ts';
import { marketNames, type ReferenceMarket } from '#core/prices/markets.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PortfolioPastAnswer } from '#data/history/item-history.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { maxHistories } from '#protocol/limits.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import { useColourChange } from '#ui/pages/use-colour-change.ts';
import { countText, formatAmount } from '#ui/words/format.ts';
import { axisTimeText, pointTimeText, sinceText } from '#ui/words/history-words.ts';
import { shortFaultText } from '#ui/words/overlay-words.ts';
import { keyOf, text } from '#ui/words/text.ts';

interface ChartProps {
  readonly deps: Pick<ExploreDeps, 'ask' | 'loadChart'>;
  readonly settings: Settings;
  readonly value: PortfolioValue;
  readonly market: ReferenceMarket;
  readonly shown: Rate;
  readonly days: RateDays;
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

function OpenChart({ deps, settings, value, market, shown, days, now }: ChartProps) {
  const [span, setSpan] = useState<PortfolioSpan>(30);
  const chosen = chooseCharted(value.holdings);
  const names = chosen.items.map(({ name }) => name);
  const loaded = usePortfolioPast(deps.ask, market, names);
  const byDay = ratesByDay(shown, days, now);
  const rateOn = byDay ?? (() => shown);
  const past = portfolioPast(chosen, (name) => loaded.prices.get(name) ?? [], rateOn, { span, now });
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
      <p>
        {text('portfolioChartHint', marketNames[market])}
        {shown.code !== 'USD' && ` ${text(byDay ? 'portfolioChartDaysRate' : 'portfolioChartTodaysRate', shown.code)}`}
      </p>
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

/** Names of items of one reason, at most. */
const maxNamed = 5;

const Notes = ({ past, all }: { readonly past: PortfolioPast; readonly all: number }) => (
  <>
    <p>
      {text('portfolioChartIn', countText(past.items), countText(all))}
      {past.partialDays > 0 && ` ${text('portfolioChartPartial', countText(past.partialDays))}`}
    </p>
    {[...Map.groupBy(past.leftOut, ({ reason }) => reason)].map(([reason, items]) => (
      <p key={reason}>{text('portfolioChartOut', text(`portfolioOut${keyOf(reason)}`), namesOf(items))}</p>
    ))}
  </>
);

const namesOf = (items: readonly LeftOutItem[]): string =>
  [...items.slice(0, maxNamed).map(({ name }) => name), ...(items.length > maxNamed ? ['…'] : [])].join(', ');

interface LoadedPast {
  readonly prices: ReadonlyMap<string, DailyPrices>;
  /** The first recorded day, days since the epoch; `null`: not known. */
  readonly since: number | null;
  readonly failure: Exclude<PortfolioPastAnswer, { readonly state: 'found' }> | undefined;
}

const nothing: LoadedPast = { prices: new Map(), since: null, failure: undefined };

/** Asks for the past of items, a few at a time, and ends with the first failure or when the chart is closed. */
function usePortfolioPast(ask: ExploreDeps['ask'], market: ReferenceMarket, names: readonly string[]): LoadedPast {
  const [past, setPast] = useState(nothing);
  // The order changes with prices, and nothing has to be loaded again for that.
  const key = JSON.stringify(names.toSorted());
  useEffect(() => {
    let isOpen = true;
    const load = async () => {
      let loaded = nothing;
      for (let at = 0; at < names.length && isOpen && !loaded.failure; at += maxHistories) {
        loaded = await withNext(ask, market, names.slice(at, at + maxHistories), loaded);
        if (isOpen) setPast(loaded);
      }
    };
    setPast(nothing);
    void load();
    return () => {
      isOpen = false;
    };
  }, [ask, market, key]);
  return past;
}

async function withNext(
  ask: ExploreDeps['ask'],
  market: ReferenceMarket,
  names: readonly string[],
  { prices, since }: LoadedPast,
): Promise<LoadedPast> {
  const gone: PortfolioPastAnswer = { state: 'fault', fault: 'timeout' };
  const answer = await ask('portfolio-past', { market, names: [...names] }).catch(() => gone);
  if (answer.state !== 'found') return { prices, since, failure: answer };
  const added = names.map((name, at) => [name, answer.prices[at] ?? []] as const);
  return { prices: new Map([...prices, ...added]), since: since ?? answer.since, failure: undefined };
}

interface PlotProps extends Pick<ChartProps, 'market' | 'shown'> {
  /** With a value on at least one day. */
  readonly past: PortfolioPast;
  readonly span: PortfolioSpan;
  /** Changes with the colours of the page. */
  readonly theme: string;
  readonly loadChart: () => Promise<DrawChart>;
}

function PortfolioPlot({ past, span, market, shown, theme, loadChart }: PlotProps) {
  const format = (cents: number) => formatAmount({ cents, currency: shown.code });
  const place = useRef<HTMLDivElement>(null);
  const key = useRef<HTMLSpanElement>(null);
  const [point, setPoint] = useState<number>();
  const [drawing, setDrawing] = useState(0);
  useColourChange(theme, () => setDrawing((before) => before + 1));
  const drawn = JSON.stringify([past.at, past.values, shown]);
  useEffect(() => {
    let isOpen = true;
    let remove: (() => void) | undefined;
    void loadChart().then(
      (draw) => {
        if (!isOpen || !place.current || place.current.clientWidth === 0) return;
        const colour = key.current ? getComputedStyle(key.current).color : '';
        remove = draw(place.current, {
          at: past.at,
          lines: [{ values: past.values, colour }],
          formatPrice: format,
          formatTime: (ms) => axisTimeText(ms, span),
          onPoint: setPoint,
        });
      },
      // Without the library the numbers stay.
      () => undefined,
    );
    return () => {
      isOpen = false;
      remove?.();
    };
  }, [loadChart, drawn, drawing]);
  const known = past.values.filter((cents) => cents !== null);
  const [low, high] = [format(Math.min(...known)), format(Math.max(...known))];
  const line = text('historyLine', marketNames[market], format(known.at(-1) ?? 0), low, high);
  const title = `${text('portfolioChart')}, ${text('historyDays', String(span))}`;
  return (
    <>
      <div class="plot" role="img" aria-label={text('historyChart', title, line)} ref={place} />
      <div class="point" aria-hidden="true">
        {pointText(past, span, format, point)}
      </div>
      <ul>
        <li>
          <span class="key portfolio-line" aria-hidden="true" ref={key} />
          <span>{marketNames[market]}</span>
          <span>{text('historyRange', low, high)}</span>
        </li>
      </ul>
    </>
  );
}

function pointText(past: PortfolioPast, span: PortfolioSpan, format: (cents: number) => string, point = -1): string {
  const { at, values, priced, items } = past;
  const day = at[point];
  if (day === undefined) return '';
  const cents = values[point];
  const value = typeof cents === 'number' ? [format(cents)] : [];
  const counted = text('portfolioCounted', countText(priced[point] ?? 0), countText(items));
  return [pointTimeText(day, span), ...value, counted].join(' · ');
}
