import { useCallback, useState } from 'preact/hooks';
import { inCurrency, shownRate } from '#core/money/rates.ts';
import type { countItems, InventoryEntry, OffersByName, Totals } from '#core/owned/inventory.ts';
import { maxHoldings, missingHoldings } from '#core/owned/portfolio.ts';
import { askOn, netOn } from '#core/owned/valuation.ts';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import { balanceMarket, isReference, type MarketId, marketNames } from '#core/prices/markets.ts';
import { ageRules, sumRules } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import { dollarCell, quantity, toCsv } from '#core/tables/write-table.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { askByName } from '#protocol/ask-offers.ts';
import { Act, useCopied } from '#ui/forms/parts.tsx';
import { lockedSumText, sumInventory } from '#ui/overlay/inventory-sums.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { useOnce } from '#ui/pages/use-once.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { countText, formatAmount, spanText } from '#ui/words/format.ts';
import { lackWords, type MarketLacks } from '#ui/words/market-lacks.ts';
import { plural, text } from '#ui/words/text.ts';

interface InventoryTotalsProps {
  readonly totals: Totals;
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  readonly settings: Settings;
  readonly deps: Pick<PopupDeps, 'copy' | 'ask' | 'onPush'>;
  readonly now: number;
}

const captionKeys = { inventory: 'reportTotals', listings: 'reportListings' } as const;

export function InventoryTotals({ totals, asOf, settings, deps, now }: InventoryTotalsProps) {
  const { markets: chosen } = settings;
  const shown = shownRate(settings, totals.rates, now);
  const age = asOf === null ? undefined : text('reportAge', spanText(now - asOf));
  const offers = useOffers(deps, totals.entries, settings);
  const rules = settings.fees.confirmed ? sumRules(settings, now) : undefined;
  const { entries, sums, lacks, exit, locked, ...counts } = sumInventory(
    totals.entries,
    offers,
    settings,
    ageRules(settings, now),
    rules,
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys */}
      <section class="sums-box" tabIndex={0} aria-label={text('inventoryTitle')}>
        <table class="sums">
          <caption>{plural(captionKeys[totals.of], counts.items, countText(counts.items))}</caption>
          <tbody>
            {exit && exit.items > 0 && (
              <tr title={text('reportExitTitle')}>
                <th scope="row">{text('wordBestOfEach')}</th>
                <td />
                <td>{leavesText(inCurrency(exit.cents, shown))}</td>
                <td class="muted">{plural('wordItems', exit.items, countText(exit.items))}</td>
              </tr>
            )}
            {sums.map(({ market, cents, items, net }) => (
              <tr key={market}>
                <th scope="row">{marketNames[market]}</th>
                <SumCell lack={lacks[market]}>{formatAmount(inCurrency(cents, shown))}</SumCell>
                {rules && (
                  <td class="muted" title={text(market === balanceMarket ? 'panelNetSteam' : 'reportNetTitle')}>
                    {net ? leavesText(inCurrency(net.cents, shown), market) : '–'}
                    {net && net.items < items && ` · ${plural('wordItems', net.items, countText(net.items))}`}
                  </td>
                )}
                <td class="muted">{plural('wordItems', items, countText(items))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="muted">
        {[...notCountedTexts(counts), text('reportPart'), age, locked && lockedSumText(locked, shown)]
          .filter(Boolean)
          .join(' ')}
      </p>
      {asOf !== null && (
        <CopyInventory deps={deps} csv={() => inventoryCsv(entries, chosen, rules, ageMs(asOf, now))} />
      )}
      {totals.of === 'inventory' && <KeepInventory deps={deps} totals={totals} />}
    </>
  );
}

/** What the chosen markets' own data tell of the items; of others than before the last that they told until they tell more. */
function useOffers(
  { ask, onPush }: Pick<PopupDeps, 'ask' | 'onPush'>,
  entries: Totals['entries'],
  { markets: chosen, coinUsd }: Settings,
): OffersByName {
  const names = [...new Set(entries.map(({ item }) => item))];
  const hasOffers = !chosen.every(isReference);
  const request = JSON.stringify([names, chosen, coinUsd, hasOffers]);
  const question = useCallback(
    async (): Promise<OffersByName> =>
      hasOffers ? askByName((some) => ask('offers', { names: [...some] }), names) : new Map(),
    [ask, request],
  );
  return useAsked(question, onPush).last ?? new Map();
}

function SumCell({ lack, children }: { readonly lack: MarketLacks[MarketId]; readonly children: string }) {
  const { sign, title } = lack ? lackWords(lack) : { sign: children, title: text('reportSumTitle') };
  return <td title={title}>{sign}</td>;
}

function CopyInventory({ deps, csv }: { deps: Pick<PopupDeps, 'copy'>; csv: () => string }) {
  const { said, press } = useCopied(deps.copy);
  return (
    <p class="line">
      <Act onClick={() => press(csv())}>{text('reportCopyCsv')}</Act>
      <span role="status">{said}</span>
    </p>
  );
}

/** Takes the items of the price table into the portfolio. A second click takes only what it does not have yet. */
function KeepInventory({ deps: { ask }, totals: { entries } }: { deps: Pick<PopupDeps, 'ask'>; totals: Totals }) {
  const [outcome, setOutcome] = useState('');
  const keep = async () => {
    const { items, sales } = await ask('portfolio', {});
    const missing = missingHoldings(
      items,
      entries.flatMap(({ item, count, state }) => (state === 'unknown' ? [] : [{ name: item, count }])),
    );
    if (items.length + missing.length > maxHoldings) return text('portfolioTooManyItems');
    if (missing.length > 0) await ask('portfolio-set', { items: [...items, ...missing], sales });
    return plural('portfolioAdded', missing.length, countText(missing.length));
  };
  const once = useOnce();
  const press = () =>
    once(() => keep().then(setOutcome, (error: unknown) => setOutcome(text('portfolioTrouble', String(error)))));
  return (
    <p class="line">
      <button type="button" title={text('reportKeepTitle')} onClick={press}>
        {text('reportKeep')}
      </button>
      <span role="status">{outcome}</span>
    </p>
  );
}

/** The items as CSV, one line each, whose heads are the same in every language, as in the other files. */
export function inventoryCsv(
  entries: readonly InventoryEntry[],
  compared: readonly MarketId[],
  rules: SumRules | undefined,
  ageMs: number,
): string {
  const head = ['item', 'phase', 'count', ...compared.flatMap((market) => [`${market}_usd`, `${market}_net_usd`])];
  const age = quantity(Math.floor(ageMs / minuteMs));
  const lines = entries.map((entry) => {
    const { item, phase, count, state } = entry;
    const prices = compared.flatMap((market) => [
      dollarCell(askOn(entry, market)),
      rules && dollarCell(netOn(entry, market, rules)),
    ]);
    const isPriced = compared.some((market) => askOn(entry, market) !== undefined);
    return [
      item,
      phase,
      quantity(count),
      ...prices,
      ...(isPriced ? [undefined, age] : [noteOf(state), undefined]),
      'Skinlens',
    ];
  });
  return toCsv([[...head, 'note', 'age_minutes', 'source'], ...lines]);
}

const noteOf = (state: InventoryEntry['state']): string =>
  state === 'any-phase' || state === 'flagged' ? 'price in doubt' : 'no price';

function notCountedTexts({ items, priced, doubtful }: ReturnType<typeof countItems>): string[] {
  const unknown = items - priced - doubtful;
  return [
    ...(doubtful > 0 ? [plural('reportDoubtful', doubtful, countText(doubtful))] : []),
    ...(unknown > 0 ? [plural('reportUnpriced', unknown, countText(unknown))] : []),
  ];
}
