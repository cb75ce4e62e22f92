import type { HTTPRequest, Page } from 'puppeteer-core';
import type { SampleAnswer, SamplePage } from '#demo/sample-pages.ts';

/** A tab that shows sample pages at their marketplaces' addresses; whatever else it asks of the web is not found. */
export interface Stage {
  /** From now on the tab gets the answers of this page: it went there without loading it. */
  readonly enter: (sample: SamplePage) => void;
}

/** Serves sample pages in a tab, and the answers that each fetches, in their order. */
export async function stage(page: Page, samples: readonly SamplePage[]): Promise<Stage> {
  let answers: SampleAnswer[] = [];
  const enter = (sample: SamplePage) => {
    answers = [...sample.answers];
  };
  const serve = (request: HTTPRequest): Promise<void> => {
    if (!/^https?:/.test(request.url())) return request.continue();
    const sample = request.isNavigationRequest() && samples.find(({ url }) => isSamePage(url, request.url()));
    if (sample) enter(sample);
    return request.respond(sample ? documentOf(sample) : answerTo(request.url(), answers));
  };
  await page.setRequestInterception(true);
  // A tab that closes meanwhile refuses the answer, and nobody needs it any more.
  page.on('request', (request) => void serve(request).catch(() => undefined));
  return { enter };
}

/** Without the query, so that the page's own filters lead to it as well. */
const isSamePage = (one: string, other: string): boolean => pathOf(one) === pathOf(other);

function pathOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** The page fetches the answers that it holds, as the marketplace's own code would. */
const documentOf = ({ html }: SamplePage) => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: html.replace('</body>', `<script>${fetchFeeds}</script></body>`),
});

const fetchFeeds = `for (const { dataset } of document.querySelectorAll('script[data-feed]')) fetch(dataset.feed)`;

/** The next answer from an address; each is given once, for an address can answer differently each time. */
function answerTo(url: string, answers: SampleAnswer[]) {
  const at = answers.findIndex((answer) => answer.url === url);
  const [answer] = at < 0 ? [] : answers.splice(at, 1);
  if (!answer) return { status: 404, contentType: 'text/plain', body: 'not part of the sample pages' };
  const headers = { 'access-control-allow-origin': '*' };
  return { status: 200, contentType: 'application/json', headers, body: answer.body };
}
