import { useState } from 'preact/hooks';
import { markets } from '#core/markets.ts';
import { formatTypedNumber } from '#core/setting-fields.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { CoinRate } from '#protocol/messages.ts';
import { countText, spanText } from '#ui/age.ts';
import { StatusLine } from '#ui/marks.tsx';
import { plural, text } from '#ui/text.ts';

interface SuggestionProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'now'>;
  readonly settings: Settings;
  readonly use: (usd: number) => unknown;
}

type Answer = { readonly rate: CoinRate | null } | 'asking' | 'silent' | undefined;

/** Suggests what a coin is worth from the prices that are held; it becomes the rate only when the user takes it. */
export function CoinSuggestion({ deps, settings, use }: SuggestionProps) {
  const [answer, setAnswer] = useState<Answer>();
  const suggest = () => {
    setAnswer('asking');
    deps.ask('coin-rate', {}).then(
      (rate) => setAnswer({ rate }),
      () => setAnswer('silent'),
    );
  };
  const rate = typeof answer === 'object' ? answer.rate : undefined;
  const usd = rate ? Number(rate.usd.toPrecision(3)) : undefined;
  return (
    <div class="suggestion">
      <StatusLine outcome={wordAnswer(answer, usd, settings, deps.now())} />
      <div class="buttons">
        <button type="button" aria-disabled={answer === 'asking'} onClick={() => answer === 'asking' || suggest()}>
          {text('settingsCoinSuggest')}
        </button>
        {usd !== undefined && (
          <button type="button" class="primary" onClick={() => use(usd)}>
            {text('settingsCoinUse', formatTypedNumber(usd))}
          </button>
        )}
      </div>
    </div>
  );
}

const coinMarket = Object.entries(markets).find(([, { unit }]) => unit === 'coins');

function wordAnswer(answer: Answer, usd: number | undefined, { markets: chosen }: Settings, now: number) {
  if (answer === undefined || answer === 'asking') return undefined;
  if (answer === 'silent') return { tone: 'bad', text: text('settingsNoAnswer') } as const;
  const { rate } = answer;
  if (rate && usd !== undefined) {
    const [count, age] = [countText(rate.items), spanText(now - rate.asOf)];
    return {
      tone: 'plain',
      text: plural('settingsCoinSuggestion', rate.items, formatTypedNumber(usd), count, age),
    } as const;
  }
  const [id = '', { name = '' } = {}] = coinMarket ?? [];
  const isChosen = chosen.some((market) => market === id);
  return { tone: 'plain', text: isChosen ? text('settingsCoinWait', name) : text('settingsCoinAdd', name) } as const;
}
