import { isAlive, onMessages } from '#browser/messages.ts';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { withRetry } from '#core/asks/retry.ts';
import { customSiteId } from '#core/settings/site-switch.ts';
import { loadExport } from '#page/boot/lazy-scripts.ts';
import { createLiveSettings } from '#page/boot/live-settings.ts';
import { emptyReport } from '#page/boot/settings-view.ts';
import { removeLeftovers } from '#page/cards/page-types.ts';

export async function startOnAnySite(): Promise<void> {
  removeLeftovers(document);
  const done = new AbortController();
  const settings = createLiveSettings(customSiteId(location.hostname));
  const start = () => {
    if (!settings.isOn || done.signal.aborted) return;
    const startSession = file.answer;
    if (!startSession) return void file.ask();
    done.abort();
    startSession(undefined, settings);
  };
  const file = new AskOnce(() => loadExport('overlays'), { pausesMs: retryPausesMs, onChange: start });
  const load = () => withRetry(() => settings.ask(), isAlive).catch(() => undefined);
  const report = () => emptyReport(settings.site, false, 'names');
  onMessages({ report }, done.signal);
  settings.onChange(() => document.readyState !== 'loading' && start(), done.signal);
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void load(), { once: true, signal: done.signal });
  else await load();
}
