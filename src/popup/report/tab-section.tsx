import type { ComponentChildren } from 'preact';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import { pageMessage } from '#popup/report/page-message.ts';
import type { PageReport } from '#protocol/messages.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Mark } from '#ui/status-line.tsx';
import { Switch, switchSite } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface TabSectionProps {
  /** `null` until the first answer. */
  readonly report: PageReport | undefined | null;
  readonly siteName: string;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly children?: ComponentChildren;
}

/** The page in the active tab: its state in words, the switch of its site, and the report. */
export function TabSection({ report, siteName, settings, change, children }: TabSectionProps) {
  const message = report === null ? undefined : pageMessage(report, siteName);
  return (
    <section class="tab" aria-labelledby="tab">
      <h2 id="tab">
        {text('popupTab')}
        {report ? ` · ${siteName}` : ''}
      </h2>
      {report && (
        <Switch
          label={text('popupShowHere')}
          on={isSiteOn(settings, report.site)}
          onSwitch={(on) => change(switchSite(report.site, on))}
        />
      )}
      <p class="line">
        {message && (
          <>
            <Mark tone={message.tone} />
            <span>{message.text}</span>
          </>
        )}
      </p>
      {children}
    </section>
  );
}
