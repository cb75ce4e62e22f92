import type { ComponentChildren } from 'preact';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import { pageOutcome } from '#popup/status/outcome-text.ts';
import type { PageReport } from '#protocol/messages.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Mark } from '#ui/status-line.tsx';
import { Switch, switchSite } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface TabProps {
  /** `null` until it is known. */
  readonly report: PageReport | undefined | null;
  /** The name of the report's site. */
  readonly name: string;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  /** What else there is to say of the page. */
  readonly children?: ComponentChildren;
}

/** How the page in front of the user fares, and the switch of its site. */
export function TabSection({ report, name, settings, change, children }: TabProps) {
  const outcome = report === null ? undefined : pageOutcome(report, name);
  return (
    <section class="tab" aria-labelledby="tab">
      <h2 id="tab">
        {text('popupTab')}
        {report ? ` · ${name}` : ''}
      </h2>
      {report && (
        <Switch
          label={text('popupShowHere')}
          on={isSiteOn(settings, report.site)}
          onSwitch={(on) => change(switchSite(report.site, on))}
        />
      )}
      <p class="line">
        {outcome && (
          <>
            <Mark tone={outcome.tone} />
            <span>{outcome.text}</span>
          </>
        )}
      </p>
      {children}
    </section>
  );
}
