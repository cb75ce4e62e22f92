import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bought, Purchase } from '#core/owned/portfolio.ts';
import type { Reading } from '#core/site.ts';
import { Panel } from '#page/panel/panel.ts';
import { view } from '../sample-page.ts';
import { openCards } from './panel-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isTrusted = true;
const listing = { cents: 21_050, currency: 'CNY' };
const sold: Partial<Reading> = { listing, wearValue: 0.1612 };

/** An open panel. @param isUser clicks are a user's: jsdom has none */
async function open(reading: Partial<Reading> = sold, isUser = true) {
  const page = openCards('AK', 'AWP');
  const [ak, awp] = page.cards;
  if (!ak || !awp) throw new Error('no page');
  const { prototype } = page.window.EventTarget;
  const { addEventListener } = prototype;
  if (isUser)
    prototype.addEventListener = function (type, listener, options) {
      const heard = ({ target }: Event) => typeof listener === 'function' && listener({ target, isTrusted } as Event);
      addEventListener.call(this, type, type === 'click' ? heard : listener, options);
    };
  const asked: unknown[] = [];
  const bought = async (purchase: Purchase): Promise<Bought | null> => {
    asked.push(purchase);
    return { ...purchase, boughtAt: 7 };
  };
  Object.assign(page.environment, { bought, boughtBack: async (one: Bought) => void asked.push(one) });
  ak.draw('ready', 'dark', reading);
  awp.draw('ready', 'dark', reading);
  const panel = new Panel(view, page.environment);
  panel.open(ak.host);
  await vi.advanceTimersByTimeAsync(0);
  const root = panel.element.shadowRoot;
  const buttons = () =>
    Array.from(
      root?.querySelectorAll('.foot > :not([data-act="copy"], .copy-status)') ?? [],
      ({ textContent }) => textContent,
    );
  const click = async (act: string) => {
    root?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
    await vi.advanceTimersByTimeAsync(0);
  };
  const said = () => root?.querySelector('.copy-status')?.textContent;
  return { ...page, ak, awp, panel, root, asked, buttons, click, said };
}

describe('a listing that the user has bought', () => {
  test('goes into the portfolio as its page shows it, in its own currency', async () => {
    const { asked, buttons, click } = await open();
    expect(buttons()).toEqual(['Bought']);
    await click('bought');
    expect(asked).toEqual([{ name: 'AK', paid: listing, site: view.site, wearValue: 0.1612, lockedUntil: undefined }]);
    expect(buttons()).toEqual(['✓ In the portfolio', 'Take back']);
  });

  test('goes in once, whatever is clicked again', async () => {
    const { asked, root, click } = await open();
    const button = root?.querySelector<HTMLElement>('[data-act="bought"]');
    button?.click();
    button?.click();
    await click('bought');
    root?.querySelector<HTMLElement>('[data-key="bought"]')?.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
  });

  test('is taken back beside it, and keeps the focus there', async () => {
    const { asked, buttons, click, root } = await open();
    await click('bought');
    root?.querySelector<HTMLElement>('[data-act="bought-back"]')?.focus();
    await click('bought-back');
    expect(asked[1]).toMatchObject({ name: 'AK', paid: listing, boughtAt: 7 });
    expect(buttons()).toEqual(['Bought']);
    expect(root?.activeElement?.getAttribute('data-act')).toBe('bought');
  });

  test('stays in it when the panel closes; another listing in its card, and another card, are not there', async () => {
    const { ak, awp, panel, buttons, click } = await open();
    await click('bought');
    panel.open(awp.host);
    expect(buttons()).toEqual(['Bought']);
    panel.open(ak.host);
    expect(buttons()).toEqual(['✓ In the portfolio']);
    ak.draw('ready', 'dark', { ...sold, listing: { ...listing, cents: 20_000 } });
    expect(buttons()).toEqual(['Bought']);
  });

  test.each([
    ['Not saved', () => Promise.reject(new Error('disk full'))],
    ['A portfolio has at most 1,000 entries.', async () => null],
  ])('is not in it where the worker refuses: %s', async (words, bought) => {
    const { environment, buttons, click, said } = await open();
    Object.assign(environment, { bought });
    await click('bought');
    expect([buttons(), said()]).toEqual([['Bought'], words]);
  });

  test('is still in it where taking it back fails', async () => {
    const { environment, buttons, click, said } = await open();
    Object.assign(environment, { boughtBack: () => Promise.reject(new Error('gone')) });
    await click('bought');
    await click('bought-back');
    expect([buttons(), said()]).toEqual([['✓ In the portfolio'], 'Not saved']);
  });

  test('says until when it is locked', async () => {
    const until = Date.parse('2027-01-16T00:00:00Z');
    const { ak, asked, click } = await open();
    ak.draw('locked', 'dark', sold, { locked: { until } });
    await click('bought');
    expect(asked).toMatchObject([{ lockedUntil: until }]);
  });
});

test('a click of the page writes nothing', async () => {
  const { asked, click } = await open(sold, false);
  await click('bought');
  expect(asked).toEqual([]);
});

test.each<[string, Partial<Reading>]>([
  ['without a price', {}],
  ['in dispute', { disputed: true }],
  ['of an auction', { ...sold, kind: 'bid' }],
  ['that is not for sale', { ...sold, kind: 'none' }],
  ['of one’s own', { ...sold, own: true }],
])('what cannot be bought has no button: a listing %s', async (_, reading) =>
  expect((await open(reading)).buttons()).toEqual([]),
);
