import { useState } from 'preact/hooks';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { type AmountsOfThen, type Holding, type Sale, saleSchema } from '#core/owned/portfolio.ts';
import type { PortfolioValue, ValueDoubt, ValuedHolding } from '#core/owned/valuation.ts';
import { lockAt } from '#core/site.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { ScrollTable } from '#explore/item/market-table.tsx';
import { Gain } from '#explore/portfolio/portfolio-sums.tsx';
import { typedCount, typedEach, typedMoney } from '#explore/portfolio/typed-money.ts';
import { leftOutText } from '#explore/table/cells.ts';
import { Plain, Primary, Problem } from '#ui/forms/parts.tsx';
import { ItemName, MarketSign } from '#ui/marks/signs.tsx';
import { lockText } from '#ui/words/exit-text.ts';
import { countText, formatAmount, formatDate, formatNumber } from '#ui/words/format.ts';
import { ownAmount } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

interface HoldingsProps {
  readonly value: PortfolioValue;
  readonly shown: Rate;
  readonly ofThen: AmountsOfThen;
  readonly sites: ExploreDeps['sites'];
  readonly minOffers: number;
  /** Ms since the epoch. */
  readonly now: number;
  readonly onOpen: (name: string) => void;
  /** `at` is the entry's place in the portfolio. */
  readonly onRemove: (at: number) => void;
  readonly onSell: (holding: ValuedHolding, at: number, sale: Sale) => void;
}

export function HoldingsTable({ value, ...rest }: HoldingsProps) {
  const places = [...value.holdings.entries()].toSorted(
    ([one, { name }], [other, { name: next }]) => name.localeCompare(next, 'en') || one - other,
  );
  return (
    <ScrollTable
      kind="holdings of-items"
      label={text('portfolioTitle')}
      heads={[
        { text: text('wordItem') },
        { text: text('portfolioProfit'), title: text('portfolioProfitTitle') },
        { text: text('wordNet'), title: text('portfolioNetTitle') },
        { text: text('wordPrice') },
        { text: text('portfolioPaidHead') },
        'acts',
      ]}
    >
      {places.map(([at, holding]) => (
        <HoldingRow key={`${at} ${holding.name}`} {...rest} holding={holding} at={at} />
      ))}
    </ScrollTable>
  );
}

interface RowProps extends Omit<HoldingsProps, 'value'> {
  readonly holding: ValuedHolding;
  readonly at: number;
}

function HoldingRow({ holding, at, shown, ofThen, sites, minOffers, now, onOpen, onRemove, onSell }: RowProps) {
  const [isSelling, setSelling] = useState(false);
  const { name, count, paid, market, cents, value, net, profit, doubt } = holding;
  const lock = lockAt(holding.lockedUntil, now);
  const about = boughtText(holding, sites) || undefined;
  const amount = (one: number | undefined) => (one === undefined ? '' : formatAmount(inCurrency(one, shown)));
  return (
    <>
      <tr>
        <th scope="row">
          <span class="held">
            <span class="muted">{count > 1 && `${countText(count)} ×`}</span>
            <Plain onClick={() => onOpen(name)}>
              <ItemName name={name} />
            </Plain>
            {lock && <span class="muted lock">{lockText(lock).text}</span>}
          </span>
        </th>
        {doubt ? (
          <td class="muted why" colSpan={3}>
            {doubt === 'thin' ? leftOutText('offers', minOffers) : text(doubtKeys[doubt])}
          </td>
        ) : (
          <>
            <td>
              <Gain cents={profit} shown={shown} of={[ofThen.cost(holding)]} />
            </td>
            <td
              title={value === undefined ? undefined : text('portfolioValueOf', formatAmount(inCurrency(value, shown)))}
            >
              {amount(net)}
            </td>
            <td title={market && text('portfolioValueTitle')}>
              {market && <MarketSign market={market} />}
              {amount(cents)}
            </td>
          </>
        )}
        <td title={about}>{paid && ownAmount(paid, shown.code)}</td>
        <td class="acts">
          <Plain aria-expanded={isSelling} onClick={() => setSelling(!isSelling)}>
            {text('portfolioSell')}
          </Plain>
          <Plain
            aria-label={text('portfolioRemove', name)}
            title={text('portfolioRemove', name)}
            onClick={() => onRemove(at)}
          >
            ✕
          </Plain>
        </td>
      </tr>
      {isSelling && (
        <tr>
          <td colSpan={6}>
            <SaleForm
              {...{ holding, about, shown, now }}
              onSell={(sale) => {
                setSelling(false);
                onSell(holding, at, sale);
              }}
            />
          </td>
        </tr>
      )}
    </>
  );
}

/** "¥100 = €12.80 · Skinport · 18 Nov 2026 · Wear 0.1612 · locked until 25 Nov", as far as it is known. */
function boughtText({ paid, paidThen, site, boughtAt, wearValue, lockedUntil }: Holding, sites: RowProps['sites']) {
  const parts = [
    paid && paidThen && `${ownAmount(paid, paidThen.currency)} = ${formatAmount(paidThen)}`,
    site && (sites.find(({ id }) => id === site)?.name ?? site),
    boughtAt !== undefined && formatDate(boughtAt),
    wearValue !== undefined && `${text('exploreWears')} ${formatNumber(wearValue, 'precise')}`,
    lockedUntil !== undefined && lockText({ until: lockedUntil }).text,
  ];
  return parts.filter(Boolean).join(' · ');
}

const doubtKeys = {
  missing: 'wordNoPrice',
  inflated: 'overlayInflated',
  stale: 'panelStale',
  sample: 'overlaySample',
  'any-phase': 'overlayAnyPhase',
  'not-loaded': 'wordNotLoaded',
  'no-fees': 'portfolioNoFees',
  'no-cash-out': 'exitNoCashOut',
  'nothing-left': 'exitNothingLeft',
} as const satisfies Record<Exclude<ValueDoubt, 'thin'>, string>;

interface SaleFormProps extends Pick<RowProps, 'holding' | 'shown' | 'now'> {
  /** What is known of the purchase. */
  readonly about: string | undefined;
  readonly onSell: (sale: Sale) => void;
}

function SaleForm({ holding, about, shown, now, onSell }: SaleFormProps) {
  const { name, count, net } = holding;
  const [sold, setSold] = useState(String(count));
  const [received, setReceived] = useState(net === undefined ? '' : typedEach(inCurrency(net, shown), count));
  const [problem, setProblem] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const arrived = { received: typedMoney(received, shown.code), soldAt: now };
    const sale = saleSchema.safeParse({ ...holding, count: typedCount(sold), ...arrived }).data;
    if (!sale || sale.count > count) setProblem(text('portfolioSaleInvalid', String(count), shown.code));
    else onSell(sale);
  };
  const field = (label: string, value: string, set: (next: string) => void) => (
    <label class="number">
      <span>{label}</span>
      <span class="input">
        <input
          inputMode="decimal"
          autocomplete="off"
          value={value}
          onInput={(event) => {
            set(event.currentTarget.value);
            setProblem('');
          }}
        />
      </span>
    </label>
  );
  return (
    <form class="sale" onSubmit={submit}>
      {about && <p class="note">{about}</p>}
      {field(text('wordCount'), sold, setSold)}
      {field(text('portfolioReceivedEach', shown.code), received, setReceived)}
      <Primary type="submit">{text('portfolioSold')}</Primary>
      <Problem id={`sale-${name}`} problem={problem} />
    </form>
  );
}
