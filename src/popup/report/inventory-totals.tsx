import { useState } from 'preact/hooks';
import { shownRate } from '#core/exchange.ts';
import { exitTotal, netTotal, type Totals } from '#core/inventory.ts';
import { comparedReferences, markets } from '#core/markets.ts';
import { maxHoldings, missingHoldings } from '#core/portfolio.ts';
import type { Settings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { inventoryCsv } from '#popup/report/inventory-csv.ts';
import { notCountedTexts } from '#popup/report/report-words.ts';
import { countText, spanText } from '#ui/age.ts';
import { formatAmount } from '#ui/format.ts';
import { plural, text } from '#ui/text.ts';

interface InventoryTotalsProps {
  readonly totals: Totals;
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  readonly settings: Settings;
  readonly deps: Pick<PopupDeps, 'copy' | 'ask'>;
  readonly now: number;
}

const captionKeys = { inventory: 'reportTotals', listings: 'reportListings' } as const;

/** What the loaded part of an inventory, or of the user's listings, is worth on each compared reference, and a copy of its items. */
export function InventoryTotals({ totals, asOf, settings, deps, now }: InventoryTotalsProps) {
  const { fees } = settings;
  const compared = comparedReferences(settings.markets);
  const shown = shownRate(settings, totals.rates, now);
  const age = asOf === null ? undefined : text('reportAge', spanText(now - asOf));
  const rules = { fees, minCount: settings.exit.minCount, staleAfterMs: staleAfterMs(settings), now };
  const exit = exitTotal(totals, rules);
  const sums = compared.flatMap((market) => totals.sums.filter((sum) => sum.market === market));
  return (
    <>
      <table class="sums">
        <caption>{plural(captionKeys[totals.of], totals.items, countText(totals.items))}</caption>
        <tbody>
          {sums.map(({ market, cents, items }) => (
            <tr key={market}>
              <th scope="row">{markets[market].name}</th>
              <td title={text('reportSumTitle')}>{items > 0 ? formatAmount(cents, shown) : '–'}</td>
              {fees.confirmed && (
                <td class="muted" title={text('reportNetTitle')}>
                  {netText(items > 0 ? netTotal(totals, market, fees) : undefined, shown)}
                </td>
              )}
              <td class="muted">{plural('reportItems', items, countText(items))}</td>
            </tr>
          ))}
          {exit.items > 0 && (
            <tr title={text('reportExitTitle')}>
              <th scope="row">{text('reportExit')}</th>
              <td />
              <td>{netText(exit.cents, shown)}</td>
              <td class="muted">{plural('reportItems', exit.items, countText(exit.items))}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4} class="muted">
              {[...notCountedTexts(totals), text('reportPart'), age].filter(Boolean).join(' ')}
            </td>
          </tr>
        </tfoot>
      </table>
      {asOf !== null && (
        <CopyInventory deps={deps} csv={() => inventoryCsv(totals, compared, fees, Math.max(0, now - asOf))} />
      )}
      {totals.of === 'inventory' && <KeepInventory deps={deps} totals={totals} />}
    </>
  );
}

const netText = (cents: number | undefined, shown: Parameters<typeof formatAmount>[1]): string =>
  cents === undefined ? '–' : text('reportNet', formatAmount(cents, shown));

interface CopyInventoryProps {
  readonly deps: Pick<PopupDeps, 'copy'>;
  readonly csv: () => string;
}

function CopyInventory({ deps, csv }: CopyInventoryProps) {
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    deps.copy(csv()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <p class="line">
      <button type="button" onClick={() => void copy()}>
        {text('reportCopyCsv')}
      </button>
      <span role="status">{copied === undefined ? '' : copied ? text('panelCopied') : text('panelNotCopied')}</span>
    </p>
  );
}

interface KeepInventoryProps {
  readonly deps: Pick<PopupDeps, 'ask'>;
  readonly totals: Totals;
}

/** Takes the items of the price table into the portfolio. A second click takes only what it does not have yet. */
function KeepInventory({ deps: { ask }, totals: { entries } }: KeepInventoryProps) {
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
  const press = () => keep().then(setOutcome, (error: unknown) => setOutcome(text('portfolioTrouble', String(error))));
  return (
    <p class="line">
      <button type="button" title={text('reportKeepTitle')} onClick={() => void press()}>
        {text('reportKeep')}
      </button>
      <span role="status">{outcome}</span>
    </p>
  );
}
