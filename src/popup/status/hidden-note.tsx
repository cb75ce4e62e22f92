import { type Settings, withSetting } from '#core/settings.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Mark } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';

interface HiddenNoteProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** Explains that the shortcut hides all overlays: a page without prices looks broken. Empty while they are shown. */
export const HiddenNote = ({ settings, change }: HiddenNoteProps) => (
  <div role="status" class="hidden-note">
    {settings.hidden && (
      <section>
        <Mark tone="warn" />
        <span>{text('settingsAllHidden')}</span>
        <button type="button" class="primary" onClick={() => change((now) => withSetting(now, 'hidden', false))}>
          {text('wordShow')}
        </button>
      </section>
    )}
  </div>
);
