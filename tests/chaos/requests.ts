/** Schemes that reach nobody. */
const local = /^(data:|blob:|about:|chrome-extension:|chrome-error:)/;

/** Which addresses are none that may be asked for, each once. */
export const foreignRequests = (urls: readonly string[], isAllowed: (url: string) => boolean): string[] =>
  [...new Set(urls)]
    .filter((url) => !local.test(url) && !url.endsWith('/favicon.ico') && !isAllowed(url))
    .map((url) => `somebody asked for ${url}`);

/** Hosts that the browser asks for itself: updates, the time, lists of harmful sites. */
const makers = /(^|\.)(google|googleapis|gstatic|gvt1)\.com$/;

/** Which hosts the browser wanted that are neither its maker's nor those that pages are of. */
export const foreignHosts = (hosts: readonly string[], pages: ReadonlySet<string>): string[] =>
  [...new Set(hosts)].filter((host) => !makers.test(host) && !pages.has(host)).map((host) => `somebody wanted ${host}`);
