import { text } from '#ui/words/text.ts';

interface RemovedProps {
  readonly name: string | undefined;
  readonly onUndo: () => void;
}

export const RemovedNote = ({ name, onUndo }: RemovedProps) =>
  name === undefined ? null : (
    <p class="note" role="status">
      {text('wordRemoved', name)}{' '}
      <button type="button" onClick={onUndo}>
        {text('portfolioUndo')}
      </button>
    </p>
  );
