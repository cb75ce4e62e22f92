import { useState } from 'preact/hooks';
import { type Holding, holdingSchema } from '#core/portfolio.ts';
import { parseTypedNumber } from '#core/typed-number.ts';
import { Problem } from '#ui/problem.tsx';
import { text } from '#ui/text.ts';

interface AddProps {
  /** Returns whether it was saved. */
  readonly onAdd: (holding: Holding) => Promise<boolean>;
}

const blank = { name: '', count: '1', paid: '' };

/** Adds an entry by its exact name. */
export function AddHolding({ onAdd }: AddProps) {
  const [typed, setTyped] = useState(blank);
  const [problem, setProblem] = useState('');
  const edit = (key: keyof typeof blank) => (event: { currentTarget: HTMLInputElement }) => {
    setTyped({ ...typed, [key]: event.currentTarget.value });
    setProblem('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const holding = readHolding(typed);
    if (!holding) return setProblem(text('portfolioInvalid'));
    void onAdd(holding).then((isSaved) => isSaved || setTyped(typed));
    setTyped(blank);
  };
  const field = (key: keyof typeof blank, label: string, inputMode: 'text' | 'numeric' | 'decimal') => (
    <input aria-label={label} placeholder={label} inputMode={inputMode} value={typed[key]} onInput={edit(key)} />
  );
  return (
    <form class="add-holding" onSubmit={submit}>
      <span class="input">{field('name', text('portfolioName'), 'text')}</span>
      <span class="input">
        {field('count', text('portfolioCount'), 'numeric')}
        <span class="unit" aria-hidden="true">
          ×
        </span>
      </span>
      <span class="input">{field('paid', text('portfolioPaidEach'), 'decimal')}</span>
      <button type="submit">{text('portfolioAdd')}</button>
      <Problem id="add-holding" problem={problem} />
    </form>
  );
}

/** `undefined` for a typed entry that is invalid. An empty price is not known. */
function readHolding({ name, count, paid }: typeof blank): Holding | undefined {
  const paidCents = paid.trim() === '' ? null : parseTypedNumber(paid, 100);
  // No sign but digits: "1.000" is one in some languages and a thousand in others.
  const whole = /^\d+$/.test(count.trim()) ? Number(count) : undefined;
  return holdingSchema.safeParse({ name: name.trim(), count: whole, paidCents }).data;
}
