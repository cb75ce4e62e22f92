import '#browser/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#popup/sections.css';
import '#popup/status/status.css';
import '#popup/settings/settings.css';
import '#popup/settings/setting-inputs.css';
import '#popup/options/options.css';
import { browserDeps } from '#popup/browser-deps.ts';
import { drawPage } from '#popup/draw-page.ts';
import { Options } from '#popup/options/options.tsx';

/** Renders the page of all settings into an element of its page. The address may name a part: "options.html#fees". */
export async function mountOptions(root: Element): Promise<void> {
  const deps = browserDeps(new URLSearchParams(location.search), true);
  await drawPage(root, () => <Options deps={deps} part={location.hash.slice(1)} />);
}
