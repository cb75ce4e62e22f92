import { useCallback, useState } from 'preact/hooks';
import type { Rate } from '#core/money/rates.ts';
import { type Holding, holdingSchema } from '#core/owned/portfolio.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { typedCount, typedMoney } from '#explore/portfolio/typed-money.ts';
import { Act, Plain, Problem } from '#ui/forms/parts.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { text } from '#ui/words/text.ts';

interface AddProps {
  readonly deps: Pick<ExploreDeps, 'ask'>;
  readonly shown: Rate;
  /** Returns whether it was saved. */
  readonly onAdd: (holding: Holding) => Promise<boolean>;
}

const blank = { name: '', count: '1', paid: '' };

export function AddHolding({ deps, shown, onAdd }: AddProps) {
  const [typed, setTyped] = useState(blank);
  const [isSearching, setSearching] = useState(false);
  const [problem, setProblem] = useState('');
  const names = useNames(deps, isSearching ? typed.name : '');
  const edit = (key: keyof typeof blank) => (event: { currentTarget: HTMLInputElement }) => {
    setTyped({ ...typed, [key]: event.currentTarget.value });
    setSearching(key === 'name');
    setProblem('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const holding = readHolding(typed, shown);
    if (!holding) return setProblem(text('portfolioInvalid', shown.code));
    setSearching(false);
    void onAdd(holding).then((isSaved) => isSaved || setTyped(typed));
    setTyped(blank);
  };
  const field = (key: keyof typeof blank, label: string, inputMode: 'search' | 'numeric' | 'decimal') => (
    <span class={`input ${key}`}>
      <input
        aria-label={label}
        placeholder={label}
        inputMode={inputMode}
        autocomplete="off"
        spellcheck={false}
        value={typed[key]}
        onInput={edit(key)}
      />
    </span>
  );
  return (
    <form class="add-holding" onSubmit={submit}>
      {field('name', text('wordItem'), 'search')}
      {field('count', text('wordCount'), 'numeric')}
      {field('paid', text('portfolioPaidEach', shown.code), 'decimal')}
      <Act type="submit">{text('wordAdd')}</Act>
      {isSearching && names.length > 0 && (
        <ul class="menu-box names" aria-label={text('searchLabel')}>
          {names.map((name) => (
            <li key={name}>
              <Plain
                onClick={() => {
                  setTyped({ ...typed, name });
                  setSearching(false);
                }}
              >
                {name}
              </Plain>
            </li>
          ))}
        </ul>
      )}
      <Problem id="add-holding" problem={problem} />
    </form>
  );
}

/** `undefined` for a typed entry that is invalid. An empty price is not known. */
function readHolding({ name, count, paid }: typeof blank, shown: Rate): Holding | undefined {
  const amount = paid.trim() === '' ? null : typedMoney(paid, shown.code);
  const holding = { name: name.trim(), count: typedCount(count), paid: amount };
  return holdingSchema.safeParse(holding).data;
}

/** The names that a query finds, best match first; those of the query before stay until the answer is there. */
function useNames({ ask }: Pick<ExploreDeps, 'ask'>, query: string): readonly string[] {
  const wanted = query.trim();
  const question = useCallback(async (): Promise<readonly string[]> => {
    const answer = wanted === '' ? undefined : await ask('search', { query: wanted, limit: 8 });
    return answer?.state === 'found' ? answer.names : [];
  }, [ask, wanted]);
  return useAsked(question).last ?? [];
}
