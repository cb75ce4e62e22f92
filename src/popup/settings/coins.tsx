import { useState } from 'preact/hooks';
import { coinUsdOf } from '#core/money/coin-rates.ts';
import { formatTypedNumber } from '#core/money/typed-number.ts';
import { coinMarket } from '#core/prices/markets.ts';
import type { NumberLimits } from '#core/settings/setting-controls.ts';
import { fieldOf, type Settings, withSetting } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { withEntry } from '#popup/settings/fee-table.tsx';
import { controlId, Hint, NumberInput, type ParsedDraft, parseNumber } from '#popup/settings/setting-inputs.tsx';
import { coinLabel, coinMarketName, settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import type { Answers } from '#protocol/messages.ts';
import { Act, Primary, StatusLine } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import type { ListedSite } from '#ui/pages/site-access.ts';
import { countText, spanText } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

interface CoinTableProps extends SettingsProps {
  readonly deps: Pick<PopupDeps, 'sites' | 'shell'>;
  readonly limits: NumberLimits;
}

const name = 'siteCoinUsd';

export function CoinTable(props: CoinTableProps) {
  const others = props.deps.sites.filter(({ id, coins }) => coins && id !== coinMarket);
  return (
    <fieldset class="table">
      <legend>{settingLabel(name)}</legend>
      {[{ id: coinMarket, name: coinMarketName() }, ...others].map((site) => (
        <CoinField key={site.id} site={site} {...props} />
      ))}
      <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
    </fieldset>
  );
}

function CoinField({
  site,
  deps,
  settings,
  change,
  limits,
}: CoinTableProps & { readonly site: Pick<ListedSite, 'id' | 'name'> }) {
  const parse = (typed: string): ParsedDraft =>
    typed.trim() === '' ? { value: undefined } : parseNumber(typed, limits, false, isRate);
  return (
    <NumberInput
      id={`${controlId(name)}-${site.id}`}
      label={site.name}
      fullLabel={coinLabel(site.name)}
      unit={text('settingsUnitUsd')}
      placeholder={text('settingsNotSet')}
      draft={{
        stored: formatTypedNumber(coinUsdOf(settings, site.id)),
        parse,
        save: (usd) => change((now) => withCoinUsd(now, site.id, usd)),
        after: deps.shell.after,
      }}
    />
  );
}

const isRate = (usd: number): boolean => fieldOf('coinUsd').read(usd) !== undefined;

const withCoinUsd = (settings: Settings, site: string, usd: unknown): Settings =>
  site === coinMarket
    ? withSetting(settings, 'coinUsd', usd ?? null)
    : withSetting(settings, name, withEntry(settings.siteCoinUsd, site, usd));

interface CoinSuggestionProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'now'>;
  readonly settings: Settings;
  readonly use: (usd: number) => unknown;
}

type Suggestion = { readonly rate: Answers['coin-rate'] } | 'asking' | 'no-answer' | undefined;

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
        <Act aria-disabled={suggestion === 'asking'} onClick={() => suggestion === 'asking' || request()}>
          {text('settingsCoinSuggest')}
        </Act>
        {usd !== undefined && (
          <Primary onClick={() => use(usd)}>{text('settingsCoinUse', formatTypedNumber(usd))}</Primary>
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
