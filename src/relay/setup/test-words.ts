import type { PriceApiTest, TestFailure } from '#relay/setup/test-price-api.ts';
import type { PageTextKey, PageTexts } from '#relay/setup/texts.ts';
import type { FailureCause } from '#relay/upstream/outcome.ts';

const failureTexts: Readonly<Record<TestFailure, PageTextKey>> = {
  refused: 'failRefused',
  plan: 'failPlan',
  limit: 'failLimit',
  'no-data': 'failNoData',
  'not-the-api': 'failNotApi',
  unreachable: 'failUnreachable',
  timeout: 'failTimeout',
  undecodable: 'failUndecodable',
  'too-large': 'failTooLarge',
  'quotes-key': 'failQuotesKey',
  'server-error': 'failServer',
  'too-many-tests': 'failTests',
};

const defaultWaitMs = 60_000;

/** The outcome of a test as a sentence that says what to do. */
export function describeTest(test: PriceApiTest, { text, items, duration }: PageTexts): string {
  if (test.kind !== 'works') {
    const wait = duration(Math.max(1000, test.retryAfterMs ?? defaultWaitMs));
    return text(failureTexts[test.kind], { status: test.status ?? '', wait });
  }
  const counted = items(test.items);
  return test.ageMs === undefined
    ? text('worksNoAge', { items: counted })
    : text('works', { items: counted, age: duration(test.ageMs) });
}

const problemTexts: Readonly<Record<FailureCause['reason'], PageTextKey>> = {
  unreachable: 'codeUnreachable',
  timeout: 'codeTimeout',
  'broken-body': 'codeBroken',
  'too-large': 'codeTooLarge',
  malformed: 'codeMalformed',
  emptied: 'codeEmptied',
  shrunken: 'codeShrunken',
  'key-in-body': 'codeKeyInBody',
  redirect: 'codeRedirect',
  'rate-limited': 'codeLimit',
  unauthorized: 'codeRefused',
  rejected: 'codeRejected',
  status: 'codeStatus',
  internal: 'codeOther',
  budget: 'codeBudget',
  'store-away': 'codeStoreAway',
};

const isReason = (code: string): code is keyof typeof problemTexts => Object.hasOwn(problemTexts, code);

/** A problem as a sentence: `code` is the reason of a failed request, or the code of an error of the relay. */
export function describeProblem(code: string, status: number | undefined, { text }: PageTexts): string {
  if (code === 'status' && status === 403) return text('codePlan');
  if (code.startsWith('alert-')) return text('codeAlert');
  return text(isReason(code) ? problemTexts[code] : 'codeOther', { status: status ?? '', code });
}
