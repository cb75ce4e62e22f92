import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

export async function accessibilityViolations(page: Page, ...selectors: readonly string[]): Promise<unknown> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`(() => { ${axe.source} })()`);
  const context = selectors.length === 0 ? 'document' : JSON.stringify({ include: selectors.map((one) => [one]) });
  return page.evaluate(`axe.run(${context}, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary).join('; ')))`);
}
