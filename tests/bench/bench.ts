import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import type { Market } from './market.ts';
import type { Row } from './row.ts';

/** What a part of the bench is given. */
export interface Bench {
  readonly market: Market;
  /** How often each thing is measured. */
  readonly runs: number;
  /** Opens a browser with an unpacked extension, the built one by default; it is closed after the part. */
  readonly open: (kind: BrowserKind, extension?: string) => Promise<Driver>;
  /** A folder for an extension that the part makes; it is removed after the part. */
  readonly folder: () => Promise<string>;
  /** Folder of the built extension. */
  readonly built: (kind: BrowserKind) => Promise<string>;
  /** Runs a piece of a part; what it opened is closed when it ends, so that it does not run beside the next. */
  readonly apart: <T>(run: (bench: Bench) => Promise<T>) => Promise<T>;
}

/**
 * How often to measure what takes a second or two and differs by a third from run to run: the middle of ten such runs still
 * moves by 2 ms from one bench to the next.
 */
export const oftener = ({ runs }: Bench): number => (runs > 1 ? 3 * runs : runs);

/** One part of the bench. Rejects when something cannot be measured. */
export type Part = (bench: Bench) => Promise<readonly Row[]>;

/** The same measured in Chromium and then in Firefox. */
export async function inBoth(bench: Bench, measure: (bench: Bench, kind: BrowserKind) => Promise<Row[]>) {
  const chrome = await bench.apart((bench) => measure(bench, 'chrome'));
  return [...chrome, ...(await bench.apart((bench) => measure(bench, 'firefox')))];
}
