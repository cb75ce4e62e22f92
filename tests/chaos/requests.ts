/** URLs that cause no network traffic. */
const localSchemes = /^(data:|blob:|about:|chrome-extension:|chrome-error:)/;

/** A failure for each URL that is not allowed. */
export const unexpectedRequests = (urls: readonly string[], isAllowed: (url: string) => boolean): string[] =>
  [...new Set(urls)]
    .filter((url) => !localSchemes.test(url) && !url.endsWith('/favicon.ico') && !isAllowed(url))
    .map((url) => `unexpected request of ${url}`);

/** Hosts that Chromium contacts by itself: updates, the time, lists of harmful sites. */
const browserHosts = /(^|\.)(google|googleapis|gstatic|gvt1)\.com$/;

/** A failure for each host that is neither of the browser's maker nor of a page. */
export const unexpectedHosts = (hosts: readonly string[], pages: ReadonlySet<string>): string[] =>
  [...new Set(hosts)]
    .filter((host) => !browserHosts.test(host) && !pages.has(host))
    .map((host) => `unexpected connection to ${host}`);
