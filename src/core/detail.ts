/** One market's entry for one item (src/protocol/price-api.md, "Per-market entry"). */
export interface Detail {
  /** USD cents; coins for a market that counts in coins. */
  readonly price: number;
  /** Averages of 7 and 30 days, cents. */
  readonly avg7?: number | undefined;
  readonly avg30?: number | undefined;
  /** Listings on offer. */
  readonly count?: number | undefined;
  readonly inflated: boolean;
  /** The market's own last update, ms since the epoch. */
  readonly updatedAt?: number | undefined;
  /** An https address on the market's own host. */
  readonly link?: string | undefined;
}
