import { useState } from 'preact/hooks';
import { toCsv, toTsv } from '#core/tables/write-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { text } from '#ui/words/text.ts';

interface ExportButtonsProps {
  readonly deps: Pick<ExploreDeps, 'copy' | 'save'>;
  readonly tableOf: () => Parameters<typeof toCsv>[0];
}

export function ExportButtons({ deps, tableOf }: ExportButtonsProps) {
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    deps.copy(toTsv(tableOf())).then(
      () => setOutcome(text('panelCopied')),
      () => setOutcome(text('panelNotCopied')),
    );
  return (
    <div class="export">
      <button type="button" onClick={() => deps.save('skinlens-explore.csv', toCsv(tableOf()))}>
        {text('exploreCsv')}
      </button>
      <button type="button" onClick={() => void copy()}>
        {text('exploreCopy')}
      </button>
      <p class="muted" role="status">
        {outcome}
      </p>
    </div>
  );
}
