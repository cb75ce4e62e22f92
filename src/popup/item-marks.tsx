import { hasPhases } from '#core/items/names.ts';
import type { Quote } from '#core/prices/quote.ts';
import { phraseFor, text } from '#ui/words/text.ts';

interface PriceCaveatsProps {
  readonly name: string;
  readonly quote?: Quote | null | undefined;
  readonly sample?: boolean | undefined;
}

export function PriceCaveats({ name, quote, sample }: PriceCaveatsProps) {
  const keys = [
    ...(sample ? (['overlaySample'] as const) : []),
    ...(hasPhases(name) ? (['overlayAnyPhase'] as const) : []),
    ...(quote?.inflated ? (['overlayInflated'] as const) : []),
  ];
  return keys.map((key) => (
    <span key={key} class={key === 'overlayAnyPhase' ? 'tag' : 'tag warn'} title={phraseFor(key).title}>
      {text(key)}
    </span>
  ));
}
