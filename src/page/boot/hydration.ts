/** Marks of server-rendered pages until their framework takes over: a node put in before makes it throw the page away. */
const unhydrated: readonly ((has: (selector: string) => boolean, page: Document) => boolean)[] = [
  // The marks may be at the end of the page.
  (_, { readyState }) => readyState === 'loading',
  // Vue 2 removes the mark of its root.
  (has) => has('[data-server-rendered]'),
  // Angular removes the mark of each element.
  (has) => has('[ng-server-context] [ngh]'),
  // Next adds an element that tells screen readers of other pages.
  (has) => has('script[src*="/_next/static/"]') && !has('next-route-announcer'),
  // Astro removes the mark of each island.
  (has) => has('astro-island[ssr]:not([client="visible"], [client="media"])'),
  // Nuxt 3, Gatsby and React leave no sign; their scripts begin before the page is complete.
  (has, page) =>
    page.readyState !== 'complete' &&
    (has('script#__NUXT_DATA__, #___gatsby, [data-reactroot]') || hasReactComments(page)),
];

/** Comments that are looked at; React's server writes them among the first elements. */
const maxComments = 20;
const showComments = 128; // NodeFilter.SHOW_COMMENT

/** React's server writes `<!-- -->` between two texts and `<!--$-->` around a part that may come later. */
function hasReactComments(page: Document): boolean {
  const walker = page.createTreeWalker(page.body ?? page, showComments);
  for (let seen = 0; seen < maxComments && walker.nextNode(); seen++)
    if (/^(?: |\/?\$[?!~]?)$/.test(walker.currentNode.nodeValue ?? '')) return true;
  return false;
}

/** Longest wait, ms: a sign may mean something else after a new version of its framework. */
const maxWaitMs = 4000;
const stepMs = 100;

/** Calls back once the page's framework has taken over what the server rendered; at once on any other page. */
export function whenHydrated(document: Document, after: (work: () => void, ms: number) => void, work: () => void) {
  const has = (selector: string) => document.querySelector(selector) !== null;
  let waitedMs = 0;
  let isDone = false;
  const check = () => {
    if (isDone || (waitedMs < maxWaitMs && unhydrated.some((is) => is(has, document)))) return;
    isDone = true;
    document.removeEventListener('readystatechange', check);
    work();
  };
  const step = () => {
    check();
    waitedMs += stepMs;
    if (!isDone) after(step, stepMs);
  };
  // A page that is parsed gets its prices at once.
  document.addEventListener('readystatechange', check);
  step();
}
