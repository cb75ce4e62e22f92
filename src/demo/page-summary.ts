import { referenceMarkets } from '#core/prices/markets.ts';
import type { CardCounts } from '#demo/extension.ts';
import { isPriced, type ShownOverlay, type ShownPrice } from '#demo/overlays.ts';

const widestItem = 58;

/** A line about a page, and a table with a line for each of its overlays. */
export function summarizePage(
  title: string,
  counts: CardCounts | undefined,
  overlays: readonly ShownOverlay[],
): string {
  const priced = overlays.filter(isPriced).length;
  const cards = counts ? `${counts.seen} cards, ` : '';
  const summary = `${title}: ${cards}${overlays.length} overlaid, ${priced} with prices`;
  const rows = [['item', 'listing', ...referenceMarkets], ...overlays.map(rowOf)];
  return overlays.length > 0 ? `${summary}\n${table(rows)}` : summary;
}

function rowOf({ item, phase, state, listing, currency, prices }: ShownOverlay): string[] {
  const name = [item, phase && `[${phase}]`].filter(Boolean).join(' ');
  const asked = listing ? `${listing} ${currency}` : '-';
  if (prices.length === 0) return [shorten(name), asked, state ?? ''];
  const shown = referenceMarkets.map((market) => priceOf(prices.find((price) => price.market === market)));
  return [shorten(name), asked, ...shown];
}

const priceOf = (price: ShownPrice | undefined): string =>
  price ? `${dollars(price.cents)}${price.diff === null ? '' : ` (${signed(price.diff)} %)`}` : '-';

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const signed = (diff: string): string => (Number(diff) > 0 ? `+${diff.replace(/^\+/, '')}` : diff);

const shorten = (name: string): string => (name.length > widestItem ? `${name.slice(0, widestItem - 1)}…` : name);

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}
