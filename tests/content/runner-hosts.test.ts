import { describe, expect, test, vi } from 'vitest';
import { checkAll } from './checks.ts';
import { openPage } from './page.ts';

describe('hosts', () => {
  /** How many are made in a page from now on. */
  const countMade = ({ document }: ReturnType<typeof openPage>) => {
    const { prototype } = document.defaultView?.Element ?? Element;
    return vi.spyOn(prototype, 'attachShadow').mock.calls;
  };

  test('are made while the worker looks prices up, for cards that have none', async () => {
    const page = openPage(['AK', 'AWP', '!']);
    const made = countMade(page);
    page.worker.hold = true;
    page.runner.start();
    expect(made).toHaveLength(2);
    page.worker.release?.();
    await page.settle();
    checkAll(page);
    expect(made).toHaveLength(2);
    page.add('New');
    await page.settle();
    expect(made).toHaveLength(3);
  });

  test('are a hundred at most, the others are made with their prices', async () => {
    const page = openPage(Array.from({ length: 130 }, (_, at) => `Item ${at}`));
    const made = countMade(page);
    page.worker.hold = true;
    page.runner.start();
    expect(made).toHaveLength(100);
    page.worker.release?.();
    await page.settle();
    checkAll(page);
    expect(made).toHaveLength(130);
  });

  test('are not made where nothing is asked, for there are no prices yet', async () => {
    const page = openPage(['AK']);
    page.worker.table = false;
    const made = countMade(page);
    page.runner.start();
    await page.settle();
    page.add('AWP');
    page.add('M4A1');
    await page.settle();
    expect(made).toHaveLength(1);
  });
});
