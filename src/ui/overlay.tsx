import type { Reservation } from '#core/difference.ts';
import type { FaultKind } from '#core/fault.ts';
import { type MarketId, markets } from '#core/markets.ts';
import { formatAge, formatUsd } from '#ui/format.ts';
import type { OverlayModel, OverlayRow } from '#ui/overlay-model.ts';

/** Letter and shape of each reference market's mark; our own, so that colour is not needed to tell them apart. */
const marks: Partial<Record<MarketId, { letter: string; shape: string }>> = {
  buff163: { letter: 'B', shape: 'square' },
  youpin: { letter: 'Y', shape: 'round' },
  csfloat: { letter: 'C', shape: 'hexagon' },
};

/** The reason for a missing difference: what stands in the footer, and what its tooltip says. */
const reservations: Record<Exclude<Reservation, 'stale'>, { text: string; title: string }> = {
  inflated: { text: '⚠ outlier', title: 'The price source flags this price as an outlier: no comparison.' },
  'any-phase': { text: 'any phase', title: 'These prices are of the cheapest phase, not of this one: no comparison.' },
  bid: { text: 'bid', title: 'An auction’s bid is not an asking price: no comparison.' },
  'no-listing': { text: 'no listing price', title: 'The price of this listing could not be read: no comparison.' },
  'no-rate': { text: 'no rate', title: 'There is no exchange rate for this listing’s currency: no comparison.' },
};

const troubles: Record<FaultKind, string> = {
  unreachable: 'relay unreachable',
  timeout: 'relay too slow',
  unauthorized: 'relay refuses the token',
  'rate-limited': 'relay asks to wait',
  unavailable: 'relay has no prices',
  undecodable: 'relay’s answer unreadable',
  malformed: 'not a relay’s answer',
  'too-large': 'relay’s answer too large',
  rejected: 'relay rejects the question',
};

const absences: Record<'unknown' | 'offline' | 'unavailable', string> = {
  unknown: 'No market price for this item',
  offline: 'No prices',
  unavailable: 'No prices',
};

/** One card's prices. Everything that colour says is said by a sign, an arrow or a word as well. */
export function Overlay({ model }: { model: OverlayModel }) {
  const { state, rows } = model;
  if (state === 'unknown' || state === 'offline' || state === 'unavailable')
    return <Absence state={state} fault={model.fault} />;
  return (
    <div class={`overlay ${state}`}>
      <div class="rows">
        {rows.map((row) => (
          <Row key={row.market} row={row} inflated={model.reservation === 'inflated'} />
        ))}
      </div>
      <Footer model={model} />
    </div>
  );
}

function Absence({ state, fault }: { state: keyof typeof absences; fault: FaultKind | undefined }) {
  return (
    <div class={`overlay ${state}`}>
      <div class={fault ? 'notice warn' : 'notice'}>
        {fault ? `⚠ ${absences[state]} · ${troubles[fault]}` : absences[state]}
      </div>
    </div>
  );
}

function Row({ row: { market, cents, diff }, inflated }: { row: OverlayRow; inflated: boolean }) {
  const mark = marks[market];
  const price = cents === undefined ? '—' : formatUsd(cents);
  return (
    <div
      class="row"
      data-market={market}
      data-cents={cents}
      data-diff={diff?.toFixed(1)}
      title={explain(market, price, diff)}
    >
      <span class={`mark ${mark?.shape} ${market}`}>{mark?.letter}</span>
      <span class="price">{price}</span>
      <Verdict diff={diff} absent={cents === undefined} inflated={inflated} />
    </div>
  );
}

function Verdict({ diff, absent, inflated }: { diff: number | undefined; absent: boolean; inflated: boolean }) {
  if (absent) return <span class="diff mute">no data</span>;
  if (inflated) return <span class="diff warn">⚠</span>;
  if (diff === undefined) return <span class="diff" />;
  const tone = diff < 0 ? 'good' : diff > 0 ? 'bad' : 'mute';
  return <span class={`diff ${tone}`}>{formatDifference(diff)}</span>;
}

const formatDifference = (diff: number): string => {
  const size = Math.abs(diff) >= 1000 ? `${Math.round(Math.abs(diff) / 1000)}k` : Math.abs(diff).toFixed(1);
  return diff < 0 ? `▼ −${size}%` : diff > 0 ? `▲ +${size}%` : '= 0.0%';
};

function explain(market: MarketId, price: string, diff: number | undefined): string {
  const { name } = markets[market];
  if (price === '—') return `${name} has no price for this item`;
  const asks = `${name} asks ${price}`;
  if (diff === undefined) return asks;
  if (diff === 0) return `${asks}; this listing asks the same`;
  return `${asks}; this listing is ${Math.abs(diff).toFixed(1)} % ${diff < 0 ? 'below' : 'above'} that`;
}

function Footer({ model: { liquidity, reservation, ageMs, fault } }: { model: OverlayModel }) {
  return (
    <div class="foot">
      {liquidity === undefined ? <span /> : <Liquidity value={liquidity} />}
      <Why reservation={reservation} age={ageMs === undefined ? '' : formatAge(ageMs)} fault={fault} />
    </div>
  );
}

type WhyProps = Pick<OverlayModel, 'reservation' | 'fault'> & { age: string };

/** The footer's right half: the reason for a missing difference, once, and the age. */
function Why({ reservation, age, fault }: WhyProps) {
  if (reservation === 'retired')
    return (
      <span class="why warn" title="Skinlens was updated. Reload the page for fresh prices.">
        ⚠ reload the page
      </span>
    );
  if (reservation === 'stale')
    return (
      <span class="why warn" title="These prices are too old for a comparison.">
        ⚠ {age} old{fault ? ` · ${troubles[fault]}` : ''}
      </span>
    );
  const reason = reservation && reservations[reservation];
  return (
    <span class="why" title={reason?.title ?? `Prices of ${age} ago`}>
      {reason && <span class={reservation === 'inflated' ? 'warn' : undefined}>{reason.text} · </span>}
      {age}
    </span>
  );
}

function Liquidity({ value }: { value: number }) {
  return (
    <span class="liquidity" title={`Liquidity ${Math.round(value)} of 100: how easily the item sells`}>
      <span class="bar">
        <i style={{ width: `${value}%` }} />
      </span>
      {Math.round(value)}
    </span>
  );
}
