/**
 * What price-api.md calls "not shown", leaves open or does not say, and how this service decides it.
 * tests/service has a test for each, under the same number: decisions.test.ts, 13 in simulated-market.test.ts.
 *
 * Parameters
 *  1. Market and field names are trimmed and case-sensitive; empty entries are ignored, duplicates collapse.
 *  2. A list without any name (`markets=`) counts as omitted. A list given twice is joined.
 *  3. `markets` of the answer and the keys of an item stand in price-api.md's order, whatever the order asked for.
 *  4. A number is a decimal, with sign, fraction or exponent as wanted, trimmed and finite. So an empty bound, `0x10`,
 *     `Infinity` and a bound given twice are 400. Bounds may be negative or fractions, and include their own value.
 *  5. `min` over `max` is no error: it gives no items.
 *  6. Unknown query parameters are ignored, on every endpoint; `/api/get-partner-prices` ignores all.
 *
 * Items
 *  7. A market without a price for an item has no key in it: never 0 or null, which a snapshot may hold.
 *  8. An item without any of the selected markets is left out, whatever `fields` says.
 *  9. With a bound, an item without a price in the selected markets falls out. Bounds of `/api/prices` are cents and coins
 *     are not, so csgoroll's value neither keeps nor drops an item there.
 * 10. A bound keeps or drops whole items, never single markets of one.
 * 11. An optional field that is not known is absent, `link` among them. `avg_7` and `avg_30` are cents for csgoroll as well.
 * 12. Partner prices: an item without any of the three prices is left out; `is_inflated` is true when one of the three is.
 * 13. `liquidity` of the simulated market is an integer from 0 to 100; a snapshot's is passed on as it is.
 *
 * Requests
 * 14. Checks run in this order: key, rate, path and method, parameters, data. So an unknown path without a key is 401.
 * 15. All endpoints are GET, need the key, carry an ETag and answer errors alike. Other methods, HEAD among them, are 405
 *     with `Allow: GET`.
 * 16. The rate is 60 requests in any 60 seconds (a sliding window) for each key, over all paths. Every request with a valid
 *     key counts, a 304 and an error too, but not one that was refused by 429.
 * 17. `Retry-After` is in whole seconds, at least 1: after it, one more request is free.
 * 18. `X-RateLimit-Remaining` is how many more requests the key could send at once; 0 without a valid key.
 * 19. A key is what follows `Bearer` (in any case) and blanks. 401 carries `WWW-Authenticate: Bearer`.
 * 20. An ETag is strong, and belongs to the data and to the parameters after the above normalising: answers to different
 *     queries never share one, and it stays while the data stays.
 */

/** Requests that one key may send in any window (price-api.md, "Limits"). */
export const rateLimit = { requests: 60, windowMs: 60_000 } as const;
