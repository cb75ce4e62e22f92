import '#browser/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#popup/sections.css';
import '#popup/popup.css';
import '#popup/status/status.css';
import '#popup/search/search.css';
import '#popup/report/report.css';
import '#popup/watch/watch.css';
import '#popup/settings/settings.css';
import '#popup/settings/setting-inputs.css';
import { browserDeps } from '#popup/browser-deps.ts';
import { drawPage } from '#popup/draw-page.ts';
import { Popup } from '#popup/popup.tsx';

/** Renders the popup, or the same in a tab ("popup.html?tab"), into an element of its page. */
export async function mountPopup(root: Element): Promise<void> {
  const search = new URLSearchParams(location.search);
  const deps = browserDeps(search, search.has('tab'));
  await drawPage(root, () => <Popup deps={deps} />);
}
