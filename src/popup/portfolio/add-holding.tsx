import { useState } from 'preact/hooks';
import { type Holding, holdingSchema } from '#core/portfolio.ts';
import { parseTypedNumber } from '#core/setting-fields.ts';
import { Problem } from '#ui/problem.tsx';
import { text } from '#ui/text.ts';

interface AddProps {
  readonly onAdd: (holding: Holding) => void;
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
    onAdd(holding);
    setTyped(blank);
  };
  return (
    <form class="add-holding" onSubmit={submit}>
      <input
        aria-label={text('portfolioName')}
        placeholder={text('portfolioName')}
        value={typed.name}
        onInput={edit('name')}
      />
      <input
        aria-label={text('portfolioCount')}
        placeholder={text('portfolioCount')}
        inputMode="numeric"
        value={typed.count}
        onInput={edit('count')}
      />
      <input
        aria-label={text('portfolioPaidEach')}
        placeholder={text('portfolioPaidEach')}
        inputMode="decimal"
        value={typed.paid}
        onInput={edit('paid')}
      />
      <button type="submit">{text('portfolioAdd')}</button>
      <Problem id="add-holding" problem={problem} />
    </form>
  );
}

/** `undefined` for a typed entry that is invalid. An empty price is not known. */
function readHolding({ name, count, paid }: typeof blank): Holding | undefined {
  const paidCents = paid.trim() === '' ? null : parseTypedNumber(paid, 100);
  return holdingSchema.safeParse({ name: name.trim(), count: parseTypedNumber(count), paidCents }).data;
}
