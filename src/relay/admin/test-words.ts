import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { PageTexts } from '#relay/admin/texts.ts';
import { failureReasons } from '#relay/feeds/failure-reasons.ts';

const defaultWaitMs = 60_000;

/** The outcome of a test as a sentence that says what to do. */
export function describeTest(test: PriceApiTest, { text, items, duration }: PageTexts): string {
  if (test.kind !== 'works') {
    const wait = duration(Math.max(1000, test.retryAfterMs ?? defaultWaitMs));
    return text(failureReasons[test.reason].test, { status: test.status ?? '', wait });
  }
  const counted = items(test.items);
  return test.ageMs === undefined
    ? text('worksNoAge', { items: counted })
    : text('works', { items: counted, age: duration(test.ageMs) });
}

const isReason = (code: string): code is keyof typeof failureReasons => Object.hasOwn(failureReasons, code);

/** A problem as a sentence: `code` is the reason of a failed request, or the code of an error of the relay. */
export function describeProblem(code: string, status: number | undefined, { text }: PageTexts): string {
  if (code.startsWith('alert-')) return text('codeAlert');
  return text(isReason(code) ? failureReasons[code].problem : 'codeOther', { status: status ?? '', code });
}
