import { useState } from 'preact/hooks';
import { text } from '#ui/words/text.ts';

/** Copies a text at the press of a button. `said` is the outcome in words. */
export function useCopied(copy: (content: string) => Promise<void>) {
  const [said, setSaid] = useState('');
  const press = (content: string): void =>
    void copy(content).then(
      () => setSaid(text('panelCopied')),
      () => setSaid(text('panelNotCopied')),
    );
  return { said, press };
}
