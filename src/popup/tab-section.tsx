import { isSiteOn, type Settings } from '#core/settings.ts';
import type { Change } from '#popup/live.ts';
import { Mark } from '#popup/marks.tsx';
import { pageOutcome } from '#popup/outcome-text.ts';
import { Switch, switchSite } from '#popup/switches.tsx';
import type { PageReport } from '#protocol/messages.ts';

interface TabProps {
  /** `null` until it is known. */
  readonly report: PageReport | undefined | null;
  /** The name of the report's site. */
  readonly name: string;
  readonly settings: Settings;
  readonly change: Change;
}

/** How the page in front of the user fares, and the switch of its site. */
export function TabSection({ report, name, settings, change }: TabProps) {
  const outcome = report === null ? undefined : pageOutcome(report, name);
  return (
    <section class="tab" aria-labelledby="tab">
      <h2 id="tab">This tab{report ? ` · ${name}` : ''}</h2>
      {report && (
        <Switch
          label="Show prices here"
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
    </section>
  );
}
