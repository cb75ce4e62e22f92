import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface DisclosureProps {
  readonly kind: string;
  readonly summary: string;
  readonly content: () => ComponentChildren;
}

/** A part that the user opens. Closed it has no content, which each letter of a search would draw again. */
export function Disclosure({ kind, summary, content }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={kind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && content()}
    </details>
  );
}
