import { dollars } from '#background/amounts.ts';
import { markets } from '#core/markets.ts';
import type { Crossing } from '#core/watch-crossing.ts';
import type { Notice } from '#platform/notifications.ts';
import type { Disposition } from '#platform/omnibox.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import type { MarketDetail } from '#protocol/messages.ts';

export interface AlertParts {
  readonly show: (notice: Notice) => Promise<unknown>;
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, how: Disposition) => Promise<void>;
  /** Address of the extension's own page that searches. */
  readonly searchPage: (query: string) => string;
  /** Address of the extension's own page with the watch list open. */
  readonly watchPage: () => string;
  /** Title of a notification about several items. */
  readonly title: () => string;
  /** What "of the median" is called. */
  readonly median: () => string;
}

/** Most lines of one notification; browsers show four or five. */
const mostLines = 5;
/** Begins the id of a notification about one item; the rest of it is the name, so that no click needs a memory. */
const oneItem = 'watch:';
const severalItems = 'watch';

/** Notifications about crossed lines, and what a click on them opens. */
export function createAlerts({ show, details, open, searchPage, watchPage, title, median }: AlertParts) {
  return {
    /** One notification, however many lines were crossed. */
    notify: async (crossings: readonly Crossing[]): Promise<void> => {
      const lines = crossings.map((crossing) => ({ name: crossing.name, what: whatText(crossing, median) }));
      const [first, ...more] = lines;
      if (first && more.length === 0) await show({ id: oneItem + first.name, title: first.name, message: first.what });
      else if (first) await show({ id: severalItems, title: title(), message: listText(lines) });
    },
    /** Opens the item: on the first of the chosen markets that told a link, else on the page that searches. */
    click: async (id: string): Promise<void> => {
      if (!id.startsWith(oneItem)) return open(watchPage(), 'newForegroundTab');
      const name = id.slice(oneItem.length);
      const known = await details(name).catch(() => []);
      const link = known.find(({ detail }) => detail?.link)?.detail?.link;
      return open(link ?? searchPage(name.slice(0, maxQueryLength)), 'newForegroundTab');
    },
  };
}

interface Line {
  readonly name: string;
  readonly what: string;
}

function listText(lines: readonly Line[]): string {
  const shown = lines.slice(0, mostLines).map(({ name, what }) => `${name}: ${what}`);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`+ ${rest}`] : [])].join('\n');
}

/** "BUFF163 $9.50 ≤ $10.00", "BUFF163 $9.50, −12 % (median)", "BUFF163 $9.50, +12.4 %". */
function whatText({ market, cents, percent = 0, alert }: Crossing, median: () => string): string {
  const asked = `${markets[market].name} ${dollars(cents)}`;
  if (alert.kind === 'below') return `${asked} ≤ ${dollars(alert.cents)}`;
  return `${asked}, ${percents(percent)}${alert.kind === 'under-median' ? ` (${median()})` : ''}`;
}

const percents = (percent: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    percent / 100,
  );
