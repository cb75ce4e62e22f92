import { toCsv, toTsv } from '#core/tables/write-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { useCopied } from '#ui/forms/use-copied.ts';
import { text } from '#ui/words/text.ts';

interface ExportButtonsProps {
  readonly deps: Pick<ExploreDeps, 'copy' | 'save'>;
  readonly tableOf: () => Parameters<typeof toCsv>[0];
}

export function ExportButtons({ deps, tableOf }: ExportButtonsProps) {
  const { said, press } = useCopied(deps.copy);
  return (
    <div class="export">
      <button type="button" onClick={() => deps.save('skinlens-explore.csv', toCsv(tableOf()))}>
        {text('exploreCsv')}
      </button>
      <button type="button" onClick={() => press(toTsv(tableOf()))}>
        {text('exploreCopy')}
      </button>
      <p class="muted" role="status">
        {said}
      </p>
    </div>
  );
}
