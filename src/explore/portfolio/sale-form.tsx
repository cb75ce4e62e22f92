import { useState } from 'preact/hooks';
import { type Sale, saleSchema } from '#core/portfolio.ts';
import type { ValuedHolding } from '#core/portfolio-value.ts';
import type { Rate } from '#core/rates.ts';
import { typedAmount, typedCents, typedCount } from '#explore/portfolio/typed-money.ts';
import { Problem } from '#ui/problem.tsx';
import { text } from '#ui/text.ts';

interface SaleFormProps {
  readonly holding: ValuedHolding;
  readonly shown: Rate;
  /** Ms since the epoch. */
  readonly now: number;
  readonly onSell: (sale: Sale) => void;
}

/** How many of an entry were sold, and what arrived for each. What would arrive now is filled in. */
export function SaleForm({ holding: { name, count, paidCents, net }, shown, now, onSell }: SaleFormProps) {
  const [sold, setSold] = useState(String(count));
  const [received, setReceived] = useState(net === undefined ? '' : typedAmount(net / count, shown));
  const [problem, setProblem] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const receivedCents = typedCents(received, shown);
    const sale = saleSchema.safeParse({ name, count: typedCount(sold), paidCents, receivedCents, soldAt: now }).data;
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
      {field(text('wordCount'), sold, setSold)}
      {field(text('portfolioReceivedEach', shown.code), received, setReceived)}
      <button type="submit" class="primary">
        {text('portfolioSold')}
      </button>
      <Problem id={`sale-${name}`} problem={problem} />
    </form>
  );
}
