import { hasPhases } from '#core/items/phases.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { ageMs } from '#core/prices/age.ts';
import { markets } from '#core/prices/markets.ts';
import type { PendingAlert } from '#relay/alerts/watch-state.ts';

type SentAlert = Omit<PendingAlert, 'clients'>;

/** Bytes of a message. Discord takes 2,000 characters, ntfy 4,096 bytes, Telegram 4,096 characters. */
const maxBytes = 1800;

/** One message for all crossings: a line for each, and the number of those that do not fit. */
export function alertMessage(alerts: readonly SentAlert[], now: number): string {
  const lines = alerts.map((alert) => alertLine(alert, now));
  let text = 'Skinlens';
  for (const [at, line] of lines.entries()) {
    const longer = `${text}\n${line}`;
    if (Buffer.byteLength(longer) > maxBytes) return `${text}\n+ ${lines.length - at}`;
    text = longer;
  }
  return text;
}

/**
 * "AK-47 | Redline (Field-Tested): BUFF163 $9.50 ≤ $10.00 (4 min)", with "exit CSFloat $9.11" where that is known. All amounts
 * are in the currency in which the line was typed.
 */
function alertLine({ crossing, asOf }: SentAlert, now: number): string {
  const { name, market, cents, percent = 0, alert, exit } = crossing;
  const age = `${Math.floor(ageMs(asOf, now) / 60_000)} min`;
  const money = moneyOf(alert);
  if (alert.kind === 'exit')
    return `${name}: exit ${markets[market].name} ${money(cents)} ≥ ${money(alert.cents)} (${age})`;
  const left = exit ? `, exit ${markets[exit.market].name} ${money(exit.netCents)}` : '';
  const change = `${percent > 0 ? '+' : ''}${percent} %`;
  const sign = alert.kind === 'below' ? '≤' : '≥';
  const met =
    'cents' in alert
      ? ` ${sign} ${money(alert.cents)}`
      : `, ${change}${alert.kind === 'under-median' ? ' (median)' : ''}`;
  // Prices of phases are in no feed.
  const phase = hasPhases(name) ? 'any phase, ' : '';
  return `${name}: ${markets[market].name} ${money(cents)}${met} (${phase}${age})${left}`;
}

/** The rate follows from the line, which is known in both. */
function moneyOf(alert: WatchAlert): (cents: number) => string {
  const { currency = 'USD', hundredths } = ('typed' in alert && alert.typed) || {};
  const perCent = 'cents' in alert && hundredths ? hundredths / alert.cents : 1;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    useGrouping: false,
  });
  return (cents) => format.format((cents * perCent) / 100);
}
