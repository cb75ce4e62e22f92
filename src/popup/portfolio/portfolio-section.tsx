import { useCallback } from 'preact/hooks';
import { hasPhases } from '#core/items/phases.ts';
import { shownRate } from '#core/money/exchange.ts';
import { inCurrency } from '#core/money/rates.ts';
import type { Holding } from '#core/owned/portfolio.ts';
import { type PortfolioValue, priceAt, type SellingPlace, valuePortfolio } from '#core/owned/valuation.ts';
import { comparedReferences, markets } from '#core/prices/markets.ts';
import { soldBy } from '#core/prices/quote.ts';
import { sumRules } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { PortfolioAnswer } from '#protocol/own-page-messages.ts';
import { answerOf, useAsked } from '#ui/pages/use-asked.ts';
import { countText, formatAmount } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

interface PortfolioProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush' | 'shell'>;
  readonly settings: Settings;
  readonly now: number;
}

export function PortfolioSection({ deps, settings, now }: PortfolioProps) {
  const { ask, onPush, shell } = deps;
  const { asked } = useAsked(
    useCallback(() => ask('portfolio', {}), [ask]),
    onPush,
  );
  const answer = answerOf(asked);
  return (
    <section class="portfolio" aria-labelledby="portfolio-title">
      <div class="title">
        <h2 id="portfolio-title">{text('portfolioTitle')}</h2>
        <button type="button" onClick={() => void shell.openPortfolio()}>
          {text('portfolioOpen')}
        </button>
      </div>
      <p class="problem" role="alert">
        {asked.state === 'failed' && text('portfolioTrouble', String(asked.error))}
      </p>
      {answer && answer.items.length > 0 && <Total answer={answer} settings={settings} now={now} />}
    </section>
  );
}

function Total({ answer, settings, now }: Omit<PortfolioProps, 'deps'> & { readonly answer: PortfolioAnswer }) {
  const [market = 'buff163'] = comparedReferences(settings.markets);
  const { fees } = settings;
  const value = totalOf(answer, settings, now, fees.confirmed ? 'exit' : market);
  const sum = fees.confirmed ? value.net : value.value;
  return (
    <p class="total" title={fees.confirmed ? text('reportExitTitle') : text('portfolioValueTitle')}>
      <span>{fees.confirmed ? text('wordBestOfEach') : text('portfolioValue', markets[market].name)}</span>{' '}
      <strong>
        {sum.items === 0 ? '—' : formatAmount(inCurrency(sum.cents, shownRate(settings, answer.rates, now)))}
      </strong>{' '}
      <span class="muted">{text('portfolioCounted', countText(sum.items), countText(value.items))}</span>
    </p>
  );
}

function totalOf(
  { items, quotes, sample }: PortfolioAnswer,
  settings: Settings,
  now: number,
  place: SellingPlace,
): PortfolioValue {
  const known = new Map(quotes);
  const rules = sumRules(settings, now);
  const priceOf = ({ name, count }: Holding) =>
    priceAt(place, { count, sample, phased: hasPhases(name), ...soldBy(known.get(name), rules) }, rules);
  // The sums shown here are without what was paid.
  return valuePortfolio(items, priceOf, () => undefined);
}
