import { useState } from 'preact/hooks';
import type { PopupDeps } from '#popup/deps.ts';
import { reportText } from '#popup/report/report-text.ts';
import type { PageReport } from '#protocol/messages.ts';
import type { PageOutlines } from '#protocol/outline-messages.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';

interface CopyReportProps {
  readonly report: PageReport;
  readonly deps: Pick<PopupDeps, 'product' | 'copy' | 'pageOutlines'>;
}

/**
 * The button that copies the report, and a box that adds the page's outlines. They are read when the box is ticked:
 * browsers let a page write to the clipboard only right after a click.
 */
export function CopyReport({ report, deps }: CopyReportProps) {
  const [message, setMessage] = useState<StatusMessage>();
  const [outlines, setOutlines] = useState<PageOutlines>();
  const tick = async (on: boolean) => {
    setMessage(undefined);
    const read = on ? await deps.pageOutlines().catch(() => undefined) : undefined;
    setOutlines(read);
    if (on && !read) setMessage({ tone: 'bad', text: text('reportNoOutlines') });
  };
  const press = () =>
    deps.copy(reportText(report, deps.product, outlines)).then(
      () => setMessage({ tone: 'good', text: text('reportCopied') }),
      () => setMessage({ tone: 'bad', text: text('reportNotCopied') }),
    );
  return (
    <>
      <label class="outlines">
        <input
          type="checkbox"
          checked={outlines !== undefined}
          onChange={({ currentTarget }) => void tick(currentTarget.checked)}
        />
        <span>
          {text('reportOutlines')} <span class="muted">{text('reportOutlinesHint')}</span>
        </span>
      </label>
      <div class="copy">
        <StatusLine outcome={message} />
        <button type="button" onClick={press}>
          {text('reportCopy')}
        </button>
      </div>
    </>
  );
}
