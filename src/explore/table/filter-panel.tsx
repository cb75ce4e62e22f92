import { useState } from 'preact/hooks';
import { itemKinds, wears } from '#core/items/item-kinds.ts';
import { dollar } from '#core/money/rates.ts';
import { formatTypedNumber, parseTypedAmount, parseTypedNumber } from '#core/money/typed-number.ts';
import { balanceMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import {
  type ExploreView,
  firstView,
  isTrendKind,
  type PriceRules,
  type RowFilters,
  specials,
} from '#core/rows/view.ts';
import type { Settings } from '#core/settings/settings.ts';
import { Act } from '#ui/forms/parts.tsx';
import { Select } from '#ui/forms/select.tsx';
import { currencySign } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

interface FilterPanelProps {
  readonly view: ExploreView;
  readonly settings: Settings;
  readonly onChange: (view: ExploreView) => void;
}

export function FilterPanel({ view, settings, onChange }: FilterPanelProps) {
  const { kind, filters, rules } = view;
  const filter = (change: Partial<RowFilters>) => onChange({ ...view, filters: { ...filters, ...change } });
  const rule = (change: Partial<PriceRules>) => onChange({ ...view, rules: { ...rules, ...change } });
  const clear = () => {
    const first = firstView(kind);
    onChange({ ...view, rules: first.rules, filters: { ...first.filters, text: filters.text } });
  };
  const withoutBalance = settings.markets.filter((id) => id !== balanceMarket);
  return (
    <div class="filters" id="filters">
      <div class="numbers">
        <ValueFields filters={filters} hasProfit={!isTrendKind(kind) && kind !== 'balance'} filter={filter} />
        <RuleFields rules={rules} settings={settings} rule={rule} />
        <label class="number">
          <span>{text('exploreSpecial')}</span>
          <Select
            class="input"
            value={filters.special}
            options={specials.map((special) => [special, text(`exploreSpecial${keyOf(special)}`)])}
            onChoose={(special) => filter({ special })}
          />
        </label>
      </div>
      {/* Steam takes no cash to buy balance, and sells for no cash. */}
      {!isTrendKind(kind) && kind !== 'steam' && (
        <Choices
          label={text('exploreBuyAt')}
          all={kind === 'balance' ? withoutBalance : settings.markets}
          chosen={rules.buy}
          nameOf={marketName}
          onChoose={(buy) => rule({ buy })}
        />
      )}
      {!isTrendKind(kind) && kind !== 'balance' && (
        <Choices
          label={text('exploreSellAt')}
          all={withoutBalance}
          chosen={rules.sell}
          nameOf={marketName}
          onChoose={(sell) => rule({ sell })}
        />
      )}
      <Choices
        label={text('exploreKinds')}
        all={itemKinds}
        chosen={filters.kinds}
        nameOf={(one) => text(`exploreKind${keyOf(one)}`)}
        onChoose={(kinds) => filter({ kinds })}
      />
      <Choices
        label={text('exploreWears')}
        all={wearNumbers}
        chosen={filters.wears}
        nameOf={(wear) => wears[wear - 1] ?? text('exploreWearNone')}
        onChoose={(chosen) => filter({ wears: chosen })}
      />
      <Act onClick={clear}>{text('exploreFiltersClear')}</Act>
    </div>
  );
}

interface ValueFieldsProps {
  readonly filters: RowFilters;
  readonly hasProfit: boolean;
  readonly filter: (change: Partial<RowFilters>) => void;
}

function ValueFields({ filters, hasProfit, filter }: ValueFieldsProps) {
  const dollars = (key: 'minCents' | 'maxCents' | 'minProfitCents', label: string) => (
    <NumberField
      label={label}
      currency={dollar.code}
      value={filters[key]}
      onValue={(cents) => filter({ [key]: cents })}
    />
  );
  const perCent = (key: 'minProfitPercent' | 'minPatience', label: string) => (
    <NumberField label={label} value={filters[key]} onValue={(percent) => filter({ [key]: percent })} />
  );
  return (
    <>
      {dollars('minCents', text('explorePriceFrom'))}
      {dollars('maxCents', text('explorePriceTo'))}
      {hasProfit && (
        <>
          {dollars('minProfitCents', text('exploreProfitFrom'))}
          {perCent('minProfitPercent', text('exploreProfitPercentFrom'))}
          {perCent('minPatience', text('explorePatienceFrom'))}
        </>
      )}
    </>
  );
}

interface RuleFieldsProps extends Pick<FilterPanelProps, 'settings'> {
  readonly rules: PriceRules;
  readonly rule: (change: Partial<PriceRules>) => void;
}

/** An empty field means the user's own limit. No price is of no age: 0 is none. */
function RuleFields({ rules, settings, rule }: RuleFieldsProps) {
  const field = (key: 'minLiquidity' | 'minOffers' | 'maxAgeMinutes', label: string, usual: number) => (
    <NumberField
      label={label}
      usual={usual}
      value={rules[key]}
      onValue={(value) => rule({ [key]: key === 'maxAgeMinutes' ? value || undefined : value })}
    />
  );
  return (
    <>
      {field('minLiquidity', text('exploreLiquidityFrom'), settings.deals.minLiquidity)}
      {field('minOffers', text('exploreOffersFrom'), settings.exit.minCount)}
      {field('maxAgeMinutes', text('exploreAgeTo'), settings.freshness.staleMinutes)}
    </>
  );
}

const marketName = (id: MarketId): string => marketNames[id];
const wearNumbers: readonly number[] = [1, 2, 3, 4, 5, 0];

interface NumberFieldProps {
  readonly label: string;
  /** Of an amount, whose value is in cents. */
  readonly currency?: string;
  readonly value: number | undefined;
  readonly usual?: number;
  readonly onValue: (value: number | undefined) => void;
}

/** A number; empty: no limit. What cannot be read changes nothing and is marked. */
function NumberField({ label, currency, value, usual, onValue }: NumberFieldProps) {
  const read = (text: string) =>
    currency === undefined ? parseTypedNumber(text) : parseTypedAmount(text, currency)?.cents;
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? '' : formatTypedNumber(currency === undefined ? value : value / 100));
  const isBad = shown.trim() !== '' && read(shown) === undefined;
  const type = (next: string) => {
    setTyped(next);
    const number = read(next);
    if (next.trim() === '' || number !== undefined) onValue(next.trim() === '' ? undefined : number);
  };
  return (
    <label class="number">
      <span>
        {label}
        {currency && ` (${currencySign(currency)})`}
      </span>
      <span class="input">
        <input
          type="text"
          inputMode="decimal"
          maxLength={12}
          autocomplete="off"
          aria-invalid={isBad}
          placeholder={usual === undefined ? '' : String(usual)}
          value={shown}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      </span>
    </label>
  );
}

interface ChoicesProps<T extends string | number> {
  readonly label: string;
  readonly all: readonly T[];
  /** None chosen: all count. */
  readonly chosen: readonly T[];
  readonly nameOf: (one: T) => string;
  readonly onChoose: (chosen: readonly T[]) => void;
}

const Choices = <T extends string | number>({ label, all, chosen, nameOf, onChoose }: ChoicesProps<T>) => (
  <fieldset class="choices">
    <legend>{label}</legend>
    {all.map((one) => {
      const isOn = chosen.includes(one);
      return (
        <Act
          key={one}
          class="chip"
          aria-pressed={isOn}
          onClick={() => onChoose(isOn ? chosen.filter((other) => other !== one) : [...chosen, one])}
        >
          {nameOf(one)}
        </Act>
      );
    })}
  </fieldset>
);
