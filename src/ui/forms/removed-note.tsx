import { Act } from '#ui/forms/parts.tsx';
import { text } from '#ui/words/text.ts';

export const RemovedNote = ({ name, onUndo }: { readonly name: string | undefined; readonly onUndo: () => void }) =>
  name === undefined ? null : (
    <p class="note" role="status">
      {text('wordRemoved', name)} <Act onClick={onUndo}>{text('portfolioUndo')}</Act>
    </p>
  );
