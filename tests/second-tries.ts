import type { Reporter, TestCase } from 'vitest/node';

export const secondTry = /^passed at the second try: /;

/** Names the tests that failed at first, and why. Each is a fault to be found. */
export const namesSecondTries: Reporter = {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [why] = test.result().errors?.[0]?.message.split('\n') ?? [];
    console.log(`\npassed at the second try: ${test.module.relativeModuleId}: ${test.fullName}: ${why}`);
  },
};
