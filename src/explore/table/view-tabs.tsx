import { useEffect, useRef } from 'preact/hooks';
import { type ExploreView, firstView, viewKinds } from '#explore/state/view.ts';
import { viewNames } from '#explore/table/column-words.ts';
import { text } from '#ui/text.ts';

interface ViewTabsProps {
  readonly view: ExploreView;
  readonly onView: (view: ExploreView) => void;
}

/** The views that are there at first. A narrow window scrolls them. */
export function ViewTabs({ view, onView }: ViewTabsProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [view.kind]);
  return (
    <nav ref={place} class="views" aria-label={text('exploreViews')}>
      {viewKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-current={kind === view.kind ? 'page' : undefined}
          onClick={() => onView(firstView(kind))}
        >
          {viewNames[kind]()}
        </button>
      ))}
    </nav>
  );
}
