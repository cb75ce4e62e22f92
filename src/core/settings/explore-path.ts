/** Path among the extension's own pages of the page that compares all items, or of one item on it, or of its alert. */
export const explorePath = (item?: string, part?: 'alert'): string =>
  `/explore.html${item === undefined ? '' : `#${new URLSearchParams({ item, ...(part && { [part]: '1' }) })}`}`;

export const viewPath = (address: string): string => `/explore.html#${address}`;

export const portfolioPath = viewPath('portfolio=1');
