import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { button, click, field, query, settle, text, type } from '../popup/screen.tsx';
import { close, createEnvironment, open, prices, start } from './environment.tsx';

afterEach(close);

const outcome = '.relay .outcome';
const overlayText = () => query('.overlay-host').shadowRoot?.querySelector('.overlay')?.textContent ?? '';
const cents = () =>
  [...(query('.overlay-host').shadowRoot?.querySelectorAll('[data-market]') ?? [])].map((row) => [
    row.getAttribute('data-cents'),
    row.getAttribute('data-diff'),
  ]);

describe('a server of one’s own', () => {
  const way = async () => click(field('My own server'));

  test('is tested at once at the default address', async () => {
    const env = await open(createEnvironment());
    await way();
    expect(field('Address of the relay').value).toBe('http://localhost:8787');
    expect(text(outcome)).toBe('The relay works and has prices for 36,592 items.');
    expect(env.state.asked).toContain('refresh');
  });

  test('that does not answer is reported with advice, without a refresh', async () => {
    const env = createEnvironment();
    const fault = { kind: 'unreachable', status: null, detail: '', at: start, retryAt: null } as const;
    env.worker['test-relay'] = async () => ({ outcome: 'fault', fault });
    await open(env);
    await way();
    expect(text(outcome)).toMatch(/^No relay answers at http:\/\/localhost:8787\. Start the relay .*skinlens-relay/);
    expect(env.state.asked).not.toContain('refresh');
  });

  test('is saved, tested and refreshed by Enter', async () => {
    const env = await open(createEnvironment());
    await way();
    env.state.asked.splice(0);
    await type('Address of the relay', 'https://relay.example');
    await act(() => field('Address of the relay').form?.requestSubmit());
    await settle();
    expect(env.state.settings.relay.url).toBe('https://relay.example');
    expect(env.state.asked).toEqual(expect.arrayContaining(['refresh', 'test-relay']));
    expect(text(outcome)).toBe('The relay works and has prices for 36,592 items.');
  });

  test('is not saved by a test, and the page says so', async () => {
    const env = await open(createEnvironment());
    await way();
    await type('Address of the relay', 'https://relay.example');
    await click(button('Test'));
    expect(text(outcome)).toContain('Save to use this relay.');
    expect(env.state.settings.relay.url).toBe('http://localhost:8787');
  });
});

describe('the sample', () => {
  test('is a labelled example until there are prices', async () => {
    await open(createEnvironment());
    expect(text('.sample [role="status"]')).toContain('This is an example: the listing and the prices are made up.');
    expect(text('.tag')).toBe('Example');
    expect(overlayText()).toContain('$31.48');
  });

  test('offers sample prices while there are none, and stays an example with them', async () => {
    const env = createEnvironment();
    await open(env);
    env.worker['try-samples'] = async () => {
      env.worker.quotes = async () => ({ ...prices(4), table: { version: 'a', asOf: start, sample: true } });
      for (const push of env.listeners.push) push();
      return null;
    };
    await click(button('Try with sample prices'));
    expect(document.body.textContent).toContain('Sample prices are on');
    expect(document.body.textContent).not.toContain('Try with sample prices');
    expect(text('.tag')).toBe('Example');
  });

  test('says why sample prices are not on', async () => {
    const env = createEnvironment();
    await open(env);
    env.worker['try-samples'] = () => Promise.reject(new Error('QuotaExceededError'));
    await click(button('Try with sample prices'));
    expect(text('#samples-problem')).toContain('QuotaExceededError');
  });

  test('shows the relay’s prices when they come, and says what is made up', async () => {
    const env = await open(createEnvironment());
    env.worker.quotes = async () => prices(4);
    for (const push of env.listeners.push) push();
    await settle();
    expect(text('.card .item')).toBe('AWP | Asiimov (Field-Tested)');
    expect(text('.card .price')).toBe('$95.00');
    expect(cents()).toEqual([
      ['10000', '-5.0'],
      ['9000', '5.6'],
      ['12000', '-20.8'],
    ]);
    expect(text('.tag')).toBe('Made-up listing');
    expect(text('.sample [role="status"]')).toContain('the listing is made up');
  });

  test('has no differences for old prices', async () => {
    const env = createEnvironment({ freshness: { staleMinutes: 5 } });
    env.worker.quotes = async () => prices(6);
    await open(env);
    expect(cents().map(([, diff]) => diff)).toEqual([null, null, null]);
    expect(query('.overlay-host').shadowRoot?.querySelector('.overlay.stale')).not.toBeNull();
  });

  test('follows the browser’s theme unless the user chose one', async () => {
    const env = await open(createEnvironment());
    const theme = () => query('.overlay-host').dataset['theme'];
    expect(theme()).toBe('light');
    env.state.dark = true;
    await act(() => {
      for (const turn of env.listeners.dark) turn();
    });
    expect(theme()).toBe('dark');
    await act(() => void env.deps.changeSettings((settings) => ({ ...settings, theme: 'light' })));
    await settle();
    expect(theme()).toBe('light');
  });
});

describe('the sites', () => {
  test('are on but for gambling sites, each with its notes', async () => {
    await open(createEnvironment());
    const said = [...document.querySelectorAll('.site-list li')].map((li) => {
      const input = li.querySelector('input');
      return [input?.checked, document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent];
    });
    expect(said).toEqual([
      [true, undefined],
      [true, 'Also shows prices in your inventory.'],
      [false, expect.stringContaining('set the value of a coin')],
    ]);
  });
});

describe('access', () => {
  const missing = [
    { id: 'csfloat', patterns: ['https://csfloat.com/*'] },
    { id: 'dmarket', patterns: ['https://dmarket.com/*', 'https://www.dmarket.com/*'] },
  ];

  test('is requested for all blocked sites in one click, and the section disappears once it is granted', async () => {
    const env = createEnvironment();
    env.state.missing = missing;
    await open(env);
    expect(text('.access')).toContain('CSFloat, DMarket');
    await click(button('Allow all'));
    expect(env.state.requested).toEqual([missing.flatMap(({ patterns }) => patterns)]);
    env.state.missing = [];
    for (const changed of env.listeners.access) changed();
    await settle();
    expect(document.querySelector('.access')).toBeNull();
  });

  test('is requested inside the click, as Firefox requires', async () => {
    const env = createEnvironment();
    env.state.missing = missing;
    await open(env);
    button('Allow all').click();
    expect(env.state.requested).toHaveLength(1);
    await settle();
  });

  test('is not requested for switched-off sites', async () => {
    const env = createEnvironment({ sites: { dmarket: false } });
    env.state.missing = missing;
    await open(env);
    await click(button('Allow all'));
    expect(env.state.requested).toEqual([['https://csfloat.com/*']]);
  });

  test('that is refused is reported with another way', async () => {
    const env = createEnvironment();
    env.state.missing = missing;
    env.state.allows = false;
    await open(env);
    await click(button('Allow all'));
    expect(text('.access .outcome')).toContain('The browser did not grant access.');
  });
});

test('closing the page removes all listeners', async () => {
  const env = await open(createEnvironment());
  await close();
  expect(Object.values(env.listeners).map(({ size }) => size)).toEqual([0, 0, 0, 0, 0]);
});
