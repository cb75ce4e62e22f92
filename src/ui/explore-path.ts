/** Path of an item's page among the extension's own pages. */
export const explorePath = (item: string): string => `explore.html#${new URLSearchParams({ item })}`;
