import { useEffect, useRef } from 'preact/hooks';
import { type ExploreView, firstView, type ViewKind, viewKinds } from '#explore/state/view.ts';
import { viewNames } from '#explore/table/column-words.ts';
import { text } from '#ui/words/text.ts';

interface ViewTabsProps {
  /** The shown kind of view; the portfolio is the last one. */
  readonly shown: ViewKind | 'portfolio';
  readonly onView: (view: ExploreView) => void;
  readonly onPortfolio: () => void;
}

/** The views that are there at first. A narrow window scrolls them. */
export function ViewTabs({ shown, onView, onPortfolio }: ViewTabsProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <nav ref={place} class="views" aria-label={text('exploreViews')}>
      {viewKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-current={kind === shown ? 'page' : undefined}
          onClick={() => onView(firstView(kind))}
        >
          {viewNames[kind]()}
        </button>
      ))}
      <button type="button" aria-current={shown === 'portfolio' ? 'page' : undefined} onClick={onPortfolio}>
        {text('portfolioTitle')}
      </button>
    </nav>
  );
}
