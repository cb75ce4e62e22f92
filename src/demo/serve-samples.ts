import type { HTTPRequest, Page } from 'puppeteer-core';
import type { SampleAnswer, SamplePage } from '#demo/sample-pages.ts';

/** Every http address but the marketplaces' is 404. @param headers of the documents */
export async function serveSamples(
  page: Page,
  samples: readonly SamplePage[],
  headers: Readonly<Record<string, string>> = {},
) {
  let answers: SampleAnswer[] = [];
  /** Serves the responses of this page from now on, for a route change without a navigation. */
  const serveAnswersOf = (sample: SamplePage) => {
    answers = [...sample.answers];
  };
  const serve = (request: HTTPRequest): Promise<void> => {
    if (!/^https?:/.test(request.url())) return request.continue();
    const sample = request.isNavigationRequest() && samples.find(({ url }) => isSamePage(url, request.url()));
    if (sample) serveAnswersOf(sample);
    return request.respond(sample ? { ...documentOf(sample), headers } : answerTo(request.url(), answers));
  };
  await page.setRequestInterception(true);
  // Fails when the tab was closed meanwhile, and then the response is not needed.
  page.on('request', (request) => void serve(request).catch(() => undefined));
  return { serveAnswersOf };
}

/** Ignores the query, which holds the page's own filters. */
const isSamePage = (one: string, other: string): boolean => pathOf(one) === pathOf(other);

function pathOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** A script fetches the responses, as the marketplace's code does. The scripts that stand for that code go. */
const documentOf = ({ html }: SamplePage) => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: html.replace('</body>', `<script>${fetchFeeds}</script></body>`),
});

const fetchFeeds = `for (const { dataset } of document.querySelectorAll('script[data-feed], script[data-answer]')) fetch(dataset.feed ?? dataset.answer);
for (const script of document.querySelectorAll('script[data-page]')) script.remove()`;

/** The next response of an address. Each is used once: an address can respond differently each time. */
function answerTo(url: string, answers: SampleAnswer[]) {
  const at = answers.findIndex((answer) => answer.url === url);
  const [answer] = at < 0 ? [] : answers.splice(at, 1);
  if (!answer) return { status: 404, contentType: 'text/plain', body: 'not part of the sample pages' };
  const headers = { 'access-control-allow-origin': '*' };
  return { status: 200, contentType: 'application/json', headers, body: answer.body };
}
