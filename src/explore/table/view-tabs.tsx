import { type ExploreView, firstView, viewKinds } from '#explore/state/view.ts';
import { viewNames } from '#explore/table/column-words.ts';
import { text } from '#ui/text.ts';

interface ViewTabsProps {
  readonly view: ExploreView;
  readonly onView: (view: ExploreView) => void;
}

/** The views that are there at first. */
export const ViewTabs = ({ view, onView }: ViewTabsProps) => (
  <nav class="views" aria-label={text('exploreViews')}>
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
