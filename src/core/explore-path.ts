/** Path among the extension's own pages of the page that compares all items, or of one item on it. */
export const explorePath = (item?: string): string =>
  `/explore.html${item === undefined ? '' : `#${new URLSearchParams({ item })}`}`;

/** Of the portfolio on that page. */
export const portfolioPath = '/explore.html#portfolio=1';
