/**
 * Questions that the specification (src/protocol/price-api.md) leaves open, and this service's decisions.
 * tests/service has a test for each under the same number: decisions.test.ts, 13 in simulated-market.test.ts.
 *
 * Parameters
 *  1. Market and field names are trimmed and case-sensitive; empty entries are ignored, duplicates collapse.
 *  2. A list without names (`markets=`) counts as omitted. A repeated list is joined.
 *  3. `markets` of the response and the keys of an item have the order of the specification, whatever the request's.
 *  4. A number is a finite decimal, with or without sign, fraction and exponent, trimmed. An empty bound, `0x10`,
 *     `Infinity` and a repeated bound are 400. Bounds may be negative or fractions, and include their own value.
 *  5. `min` above `max` is no error and gives no items.
 *  6. Unknown query parameters are ignored on every endpoint; `/api/get-partner-prices` ignores all.
 *
 * Items
 *  7. A market without a price for an item has no key in it: never 0 or null, which a snapshot file may hold.
 *  8. An item without a price on any selected market is left out, whatever `fields` says.
 *  9. With a bound, an item without a price on the selected markets is dropped. The bounds of `/api/prices` are cents and
 *     coins are not, so a csgoroll entry neither keeps nor drops an item there.
 * 10. A bound keeps or drops whole items, never single markets of one.
 * 11. An unknown optional field is absent, `link` among them. `avg_7` and `avg_30` are cents for csgoroll as well.
 * 12. Partner prices: an item without any of the three prices is left out; `is_inflated` is true if one of the three is.
 * 13. `liquidity` of the simulated market is an integer from 0 to 100; a snapshot file's is passed on unchanged.
 *
 * Requests
 * 14. The order of checks is key, rate, path and method, parameters, data. An unknown path without a key is 401.
 * 15. All endpoints are GET, need the key, carry an ETag and report errors alike. Other methods, HEAD among them, are 405
 *     with `Allow: GET`.
 * 16. The rate is 60 requests in any 60 seconds (a sliding window) for each key, over all paths. Every request with a valid
 *     key counts, a 304 and an error too, but not a 429.
 * 17. `Retry-After` is in whole seconds, at least 1: after it, one more request is allowed.
 * 18. `X-RateLimit-Remaining` is the number of requests that the key could send at once; 0 without a valid key.
 * 19. A key is the text after `Bearer` (in any case) and blanks. 401 carries `WWW-Authenticate: Bearer`.
 * 20. An ETag is strong, and belongs to the data and the normalised parameters: responses to different queries never share
 *     one, and it stays while the data stay.
 */

/** Requests of one key in any window (src/protocol/price-api.md, "Limits"). */
export const rateLimit = { requests: 60, windowMs: 60_000 } as const;
