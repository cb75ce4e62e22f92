import { text } from '#ui/words/text.ts';

export const RemovedNote = ({ name, onUndo }: { readonly name: string | undefined; readonly onUndo: () => void }) =>
  name === undefined ? null : (
    <p class="note" role="status">
      {text('wordRemoved', name)}{' '}
      <button type="button" onClick={onUndo}>
        {text('portfolioUndo')}
      </button>
    </p>
  );
