/** An amount as a decimal string ("1234.56", never a float) in an ISO 4217 currency or `COIN`. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}
