import { useState } from 'preact/hooks';
import { formatTypedNumber } from '#core/money/typed-number.ts';
import { coinMarket } from '#core/prices/markets.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { coinMarketName } from '#popup/settings/setting-words.ts';
import type { CoinRate } from '#protocol/own-page-messages.ts';
import { StatusLine } from '#ui/forms/status-line.tsx';
import { countText, spanText } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

interface CoinSuggestionProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'now'>;
  readonly settings: Settings;
  readonly use: (usd: number) => unknown;
}

type Suggestion = { readonly rate: CoinRate | null } | 'asking' | 'no-answer' | undefined;

export function CoinSuggestion({ deps, settings, use }: CoinSuggestionProps) {
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const request = () => {
    setSuggestion('asking');
    deps.ask('coin-rate', {}).then(
      (rate) => setSuggestion({ rate }),
      () => setSuggestion('no-answer'),
    );
  };
  const rate = typeof suggestion === 'object' ? suggestion.rate : undefined;
  const usd = rate ? Number(rate.usd.toPrecision(3)) : undefined;
  return (
    <div class="suggestion">
      <StatusLine outcome={suggestionMessage(suggestion, usd, settings, deps.now())} />
      <div class="buttons">
        <button
          type="button"
          aria-disabled={suggestion === 'asking'}
          onClick={() => suggestion === 'asking' || request()}
        >
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

function suggestionMessage(
  suggestion: Suggestion,
  usd: number | undefined,
  { markets: chosen }: Settings,
  now: number,
) {
  if (suggestion === undefined || suggestion === 'asking') return undefined;
  if (suggestion === 'no-answer') return { tone: 'bad', text: text('popupNoAnswer') } as const;
  const { rate } = suggestion;
  if (rate && usd !== undefined) {
    const [count, age] = [countText(rate.items), spanText(now - rate.asOf)];
    return {
      tone: 'plain',
      text: plural('settingsCoinSuggestion', rate.items, formatTypedNumber(usd), count, age),
    } as const;
  }
  const name = coinMarketName();
  const isChosen = chosen.some((market) => market === coinMarket);
  return { tone: 'plain', text: isChosen ? text('settingsCoinWait', name) : text('settingsCoinAdd', name) } as const;
}
