import { loadedMarkets, type MarketId, marketNames } from '#core/prices/markets.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { PlainSetting, shownFields } from '#popup/settings/market-list.tsx';
import { sectionTitle } from '#popup/settings/setting-words.ts';
import { MarketsProgress } from '#ui/forms/markets-progress.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface DailySettingsProps extends SettingsProps {
  readonly deps: Pick<PopupDeps, 'shell'>;
  readonly waiting: readonly MarketId[];
}

export function DailySettings({ deps, settings, change, waiting }: DailySettingsProps) {
  const fields = shownFields(settings, ({ daily }) => daily === true);
  const isList = ({ control }: (typeof fields)[number]) => control.kind === 'markets';
  const draw = (field: (typeof fields)[number]) => (
    <PlainSetting key={field.name} field={field} settings={settings} change={change} shell={deps.shell} />
  );
  return (
    <section class="settings daily" aria-label={text('settingsTitle')}>
      <div class="fields">
        <details>
          <summary>
            {sectionTitle('markets')} <span class="muted">{firstMarkets(settings.markets)}</span>
          </summary>
          {fields.filter(isList).map(draw)}
        </details>
        {fields.filter((field) => !isList(field)).map(draw)}
        {/* Last, because it comes and goes: what is above must not move from under a click. */}
        <MarketsProgress chosen={loadedMarkets(settings.markets, settings.overlay)} waiting={waiting} />
      </div>
    </section>
  );
}

/** The first markets by their names, and how many more there are: the popup is 600 px high at most. */
function firstMarkets(chosen: readonly MarketId[]): string {
  const names = chosen.slice(0, 3).map((id) => marketNames[id]);
  return names.join(', ') + (chosen.length > 3 ? ` +${chosen.length - 3}` : '');
}
