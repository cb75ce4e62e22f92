import { toCsv, toTsv } from '#core/tables/write-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { Act } from '#ui/forms/parts.tsx';
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
      <Act onClick={() => deps.save('skinlens-explore.csv', toCsv(tableOf()))}>{text('exploreCsv')}</Act>
      <Act onClick={() => press(toTsv(tableOf()))}>{text('exploreCopy')}</Act>
      <p class="muted" role="status">
        {said}
      </p>
    </div>
  );
}
