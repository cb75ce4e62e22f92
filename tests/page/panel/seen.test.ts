import { expect, test, vi } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { Panel } from '#page/panel/panel.ts';
import { view } from '../sample-page.ts';
import { openCards } from './panel-page.ts';

test('names the better listing that the user has seen, without a link that the page could read', async () => {
  vi.useFakeTimers();
  const { cards, environment, answers, asked } = openCards('AK');
  const [ak] = cards;
  const panel = new Panel(view, environment);
  const part = (selector: string) => panel.element.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!ak) throw new Error('no page');
  const ask = (cents: number) => ({ listing: { cents, currency: 'USD' }, typed: dollar });
  const seen = {
    item: 'AK',
    site: 'csfloat',
    address: 'https://csfloat.com/search?q=1',
    tab: 1,
    at: environment.now() - 240_000,
  };
  answers.seen = {
    beaten: { ...seen, wearValue: 0.162, ...ask(790) },
    lowest: { ...seen, phase: 'Phase 2', ...ask(800) },
  };
  ak.draw('ready', 'dark', { wearValue: 0.187, phase: 'Phase 2', listing: { cents: 1000, currency: 'USD' } });
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  expect(part('.beaten')?.textContent).toContain(
    'Beaten: CSFloat asks $2.10 less for 0.162 (this one 0.187), seen 4 min ago',
  );
  expect(part('.lowest')?.textContent).toContain('Lowest Phase 2 that you have just seen: $8.00 at CSFloat, 4 min ago');
  expect(panel.element.shadowRoot?.innerHTML).not.toContain('q=1');
  part('[data-act="beaten"]')?.click();
  expect(asked).toEqual(['AK']);
  answers.seen = {};
  ak.draw('ready', 'light', { wearValue: 0.187 });
  await vi.advanceTimersByTimeAsync(0);
  expect(part('.seen')).toBeNull();
});
