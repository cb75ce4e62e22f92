import { type ItemKind, itemKinds } from '#core/items/item-kinds.ts';
import { wears } from '#core/items/wears.ts';
import { balanceMarket, type MarketId, markets } from '#core/prices/markets.ts';
import {
  type ExploreView,
  firstView,
  isTrendKind,
  type PriceRules,
  type RowFilters,
  type Special,
  specials,
} from '#explore/state/view.ts';
import { Choices, NumberField } from '#explore/table/filter-fields.tsx';
import { text } from '#ui/words/text.ts';

interface FilterPanelProps {
  readonly view: ExploreView;
  readonly markets: readonly MarketId[];
  /** The user's own limits, which an empty field means. */
  readonly usual: { readonly liquidity: number; readonly offers: number; readonly ageMinutes: number };
  readonly onChange: (view: ExploreView) => void;
}

/** All filters of a view but the text. */
export function FilterPanel({ view, markets: compared, usual, onChange }: FilterPanelProps) {
  const { filters, rules } = view;
  const filter = (change: Partial<RowFilters>) => onChange({ ...view, filters: { ...filters, ...change } });
  const rule = (change: Partial<PriceRules>) => onChange({ ...view, rules: { ...rules, ...change } });
  const clear = () => {
    const first = firstView(view.kind);
    onChange({ ...view, rules: first.rules, filters: { ...first.filters, text: filters.text } });
  };
  return (
    <div class="filters" id="filters">
      <div class="numbers">
        <ValueFields filters={filters} hasProfit={!isTrendKind(view.kind) && view.kind !== 'balance'} filter={filter} />
        <RuleFields rules={rules} usual={usual} rule={rule} />
        <SpecialField special={filters.special} onSpecial={(special) => filter({ special })} />
      </div>
      <MarketChoices view={view} markets={compared} rule={rule} />
      <Choices
        label={text('exploreKinds')}
        all={itemKinds}
        chosen={filters.kinds}
        nameOf={kindName}
        onChoose={(kinds) => filter({ kinds })}
      />
      <Choices
        label={text('exploreWears')}
        all={wearNumbers}
        chosen={filters.wears}
        nameOf={wearName}
        onChoose={(chosen) => filter({ wears: chosen })}
      />
      <button type="button" onClick={clear}>
        {text('exploreFiltersClear')}
      </button>
    </div>
  );
}

interface ValueFieldsProps {
  readonly filters: RowFilters;
  readonly hasProfit: boolean;
  readonly filter: (change: Partial<RowFilters>) => void;
}

const ValueFields = ({ filters, hasProfit, filter }: ValueFieldsProps) => (
  <>
    <NumberField
      label={text('explorePriceFrom')}
      unit="$"
      scale={100}
      value={filters.minCents}
      onValue={(minCents) => filter({ minCents })}
    />
    <NumberField
      label={text('explorePriceTo')}
      unit="$"
      scale={100}
      value={filters.maxCents}
      onValue={(maxCents) => filter({ maxCents })}
    />
    {hasProfit && (
      <>
        <NumberField
          label={text('exploreProfitFrom')}
          unit="$"
          scale={100}
          value={filters.minProfitCents}
          onValue={(minProfitCents) => filter({ minProfitCents })}
        />
        <NumberField
          label={text('exploreProfitPercentFrom')}
          value={filters.minProfitPercent}
          onValue={(minProfitPercent) => filter({ minProfitPercent })}
        />
      </>
    )}
  </>
);

interface RuleFieldsProps extends Pick<FilterPanelProps, 'usual'> {
  readonly rules: PriceRules;
  readonly rule: (change: Partial<PriceRules>) => void;
}

const RuleFields = ({ rules, usual, rule }: RuleFieldsProps) => (
  <>
    <NumberField
      label={text('exploreLiquidityFrom')}
      usual={usual.liquidity}
      value={rules.minLiquidity}
      onValue={(minLiquidity) => rule({ minLiquidity })}
    />
    <NumberField
      label={text('exploreOffersFrom')}
      usual={usual.offers}
      value={rules.minOffers}
      onValue={(minOffers) => rule({ minOffers })}
    />
    <NumberField
      label={text('exploreAgeTo')}
      usual={usual.ageMinutes}
      value={rules.maxAgeMinutes}
      onValue={(maxAgeMinutes) => rule({ maxAgeMinutes: maxAgeMinutes || undefined })}
    />
  </>
);

/** The markets to buy and to sell at, where the view compares them. Steam sells for no cash, and takes none to buy balance. */
const MarketChoices = ({
  view,
  markets: compared,
  rule,
}: Pick<FilterPanelProps, 'view' | 'markets'> & Pick<RuleFieldsProps, 'rule'>) => (
  <>
    {!isTrendKind(view.kind) && view.kind !== 'steam' && (
      <Choices
        label={text('exploreBuyAt')}
        all={view.kind === 'balance' ? withoutBalance(compared) : compared}
        chosen={view.rules.buy}
        nameOf={marketName}
        onChoose={(buy) => rule({ buy })}
      />
    )}
    {!isTrendKind(view.kind) && view.kind !== 'balance' && (
      <Choices
        label={text('exploreSellAt')}
        all={withoutBalance(compared)}
        chosen={view.rules.sell}
        nameOf={marketName}
        onChoose={(sell) => rule({ sell })}
      />
    )}
  </>
);

const withoutBalance = (all: readonly MarketId[]): readonly MarketId[] => all.filter((id) => id !== balanceMarket);
const marketName = (id: MarketId): string => markets[id].name;
const kindName = (kind: ItemKind): string => kindNames[kind]();
const wearNumbers: readonly number[] = [1, 2, 3, 4, 5, 0];
const wearName = (wear: number): string => wears[wear - 1] ?? text('exploreWearNone');

interface SpecialFieldProps {
  readonly special: RowFilters['special'];
  readonly onSpecial: (special: RowFilters['special']) => void;
}

const SpecialField = ({ special, onSpecial }: SpecialFieldProps) => (
  <label class="number">
    <span>{text('exploreSpecial')}</span>
    <select
      class="input"
      value={special}
      onChange={({ currentTarget: { value } }) => onSpecial(specials.find((one) => one === value) ?? 'any')}
    >
      {specials.map((one) => (
        <option key={one} value={one}>
          {specialNames[one]()}
        </option>
      ))}
    </select>
  </label>
);

const kindNames: Readonly<Record<ItemKind, () => string>> = {
  weapon: () => text('exploreKindWeapon'),
  knife: () => text('exploreKindKnife'),
  gloves: () => text('exploreKindGloves'),
  agent: () => text('exploreKindAgent'),
  sticker: () => text('exploreKindSticker'),
  patch: () => text('exploreKindPatch'),
  charm: () => text('exploreKindCharm'),
  graffiti: () => text('exploreKindGraffiti'),
  music: () => text('exploreKindMusic'),
  container: () => text('exploreKindContainer'),
  other: () => text('exploreKindOther'),
};

const specialNames: Readonly<Record<Special, () => string>> = {
  any: () => text('exploreSpecialAny'),
  plain: () => text('exploreSpecialPlain'),
  statTrak: () => text('exploreSpecialStatTrak'),
  souvenir: () => text('exploreSpecialSouvenir'),
};
