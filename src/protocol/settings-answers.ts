/** Answers that only the settings in the popup ask for. */

/** A suggested value of a coin. Only the user can make it the rate. */
export interface CoinRate {
  readonly usd: number;
  /** Number of items behind the estimate. */
  readonly items: number;
  /** The time of the older of the data, ms since the epoch. */
  readonly asOf: number;
}

export interface RequestLogEntry {
  readonly origin: string;
  readonly count: number;
  /** The time of the last request, ms since the epoch. */
  readonly lastAt: number;
}
