/** Most names in one look-up. */
export const maxNames = 500;

/** Longest id of a site in a request, in characters. */
export const maxSiteLength = 64;

/** Longest text of a search, in characters. */
export const maxQueryLength = 100;

/** Most results of a search. */
export const maxResults = 20;
