import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rate } from '#core/money/rates.ts';
import type { PortfolioPast, PortfolioSpan } from '#core/owned/portfolio-past.ts';
import { markets, type ReferenceMarket } from '#core/prices/markets.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import { useColourChange } from '#ui/pages/use-colour-change.ts';
import { countText } from '#ui/words/age.ts';
import { formatAmount } from '#ui/words/format.ts';
import { axisTimeText, pointTimeText } from '#ui/words/history-words.ts';
import { text } from '#ui/words/text.ts';

interface PlotProps {
  /** With a value on at least one day. */
  readonly past: PortfolioPast;
  readonly span: PortfolioSpan;
  readonly market: ReferenceMarket;
  readonly shown: Rate;
  /** Changes with the colours of the page. */
  readonly theme: string;
  readonly loadChart: () => Promise<DrawChart>;
}

/** The line of the portfolio's value, its lowest and highest, and the day under the pointer. */
export function PortfolioPlot({ past, span, market, shown, theme, loadChart }: PlotProps) {
  const format = (cents: number) => formatAmount(cents, shown);
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
          lines: [{ values: past.values, colour, dashed: false }],
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
  const line = text('historyLine', markets[market].name, format(known.at(-1) ?? 0), low, high);
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
          <span>{markets[market].name}</span>
          <span>{text('historyRange', low, high)}</span>
        </li>
      </ul>
    </>
  );
}

/** The day under the pointer: its value, and how many items have a price. */
function pointText(
  { at, values, priced, items }: PortfolioPast,
  span: PortfolioSpan,
  format: (cents: number) => string,
  point = -1,
): string {
  const day = at[point];
  if (day === undefined) return '';
  const cents = values[point];
  const value = typeof cents === 'number' ? [format(cents)] : [];
  const counted = text('portfolioCounted', countText(priced[point] ?? 0), countText(items));
  return [pointTimeText(day, span), ...value, counted].join(' · ');
}
