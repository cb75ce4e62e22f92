export const maxNames = 500;

/** Length of a site's id in a request, characters: a host name has at most 253, and `host:` stands before it. */
export const maxSiteLength = 258;

export const maxResults = 20;

/** Items in one question for several histories. */
export const maxHistories = 10;
