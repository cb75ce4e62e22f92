import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import type { GeneratedExtension } from './browser/generated-extension.ts';
import type { Market } from './market.ts';
import type { Metric, Samples } from './row.ts';

export interface Bench {
  readonly market: Market;
  readonly runs: number;
  readonly open: (generated?: GeneratedExtension) => Promise<Driver>;
  readonly built: () => Promise<string>;
}

export interface Part {
  /** Measured in each of them; empty for a part without a browser. */
  readonly browsers: readonly BrowserKind[];
  readonly metrics: Readonly<Record<string, Metric>>;
  /** What users notice where a budget is missed, for the published page. */
  readonly missed?: string;
  /** Measures in one browser; answers the samples of each metric by its key. Rejects when something cannot be measured. */
  readonly measure: (bench: Bench, browser: BrowserKind | undefined) => Promise<Readonly<Record<string, Samples>>>;
}

/** The browsers of a part; `undefined` stands for none. */
export const browsersOf = ({ browsers }: Part): readonly (BrowserKind | undefined)[] =>
  browsers.length > 0 ? browsers : [undefined];

export const metricsIn = ({ metrics }: Part, browser: BrowserKind | undefined): [key: string, metric: Metric][] =>
  Object.entries(metrics).filter(([, { chromiumOnly }]) => !chromiumOnly || browser === 'chrome');
