import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface MenuProps {
  readonly kind?: string;
  readonly summary: string;
  readonly content: () => ComponentChildren;
}

/** A click elsewhere or Escape closes it. Closed it has no content, which each letter of a search would draw again. */
export function Menu({ kind = '', summary, content }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closing = new AbortController();
    const close = () => setOpen(false);
    if (isOpen) {
      const isOutside = ({ target }: Event) => target instanceof Node && !place.current?.contains(target);
      addEventListener('pointerdown', (event) => isOutside(event) && close(), closing);
      addEventListener('keydown', ({ key }) => key === 'Escape' && close(), closing);
    }
    return () => closing.abort();
  }, [isOpen]);
  return (
    <details ref={place} class={`menu ${kind}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <div class="menu-box">{content()}</div>}
    </details>
  );
}
