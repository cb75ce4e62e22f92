// @vitest-environment jsdom
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { button, click, field, query, text, type } from '../popup/screen.tsx';
import { close, createEnvironment, open, prices, settle, start } from './environment.tsx';

afterEach(close);

const outcome = '.relay .outcome';
const overlayText = () => query('.overlay-host').shadowRoot?.querySelector('.overlay')?.textContent ?? '';
const cents = () =>
  [...(query('.overlay-host').shadowRoot?.querySelectorAll('[data-market]') ?? [])].map((row) => [
    row.getAttribute('data-cents'),
    row.getAttribute('data-diff'),
  ]);

describe('the relay', () => {
  test('is tried at once, at the usual address', async () => {
    const env = createEnvironment();
    await open(env);
    expect(field('Address').value).toBe('http://localhost:8787');
    expect(text(outcome)).toBe('The relay works and has prices for 36,592 items.');
    expect(env.state.asked).toContain('refresh');
  });

  test('that does not answer is told of with what to do, and nothing is refreshed', async () => {
    const env = createEnvironment();
    const fault = { kind: 'unreachable', status: null, detail: '', at: start, retryAt: null } as const;
    env.worker['test-relay'] = async () => ({ outcome: 'fault', fault });
    await open(env);
    expect(text(outcome)).toMatch(/^No relay answers at http:\/\/localhost:8787\. Start it with npm run relay/);
    expect(env.state.asked).not.toContain('refresh');
  });

  test('is kept and tried by Enter, and asked for its prices', async () => {
    const env = createEnvironment();
    await open(env);
    env.state.asked.splice(0);
    await type('Address', 'https://relay.example');
    await act(() => field('Address').form?.requestSubmit());
    await settle();
    expect(env.state.settings.relay.url).toBe('https://relay.example');
    expect(env.state.asked).toEqual(expect.arrayContaining(['refresh', 'test-relay']));
    expect(text(outcome)).toBe('The relay works and has prices for 36,592 items.');
  });

  test('that was only tried is not kept, which is said', async () => {
    const env = createEnvironment();
    await open(env);
    await type('Address', 'https://relay.example');
    await click(button('Test'));
    expect(text(outcome)).toContain('Save to use this relay.');
    expect(env.state.settings.relay.url).toBe('http://localhost:8787');
  });

  test('a worker that is silent ends in words', async () => {
    const env = createEnvironment();
    env.worker['test-relay'] = () => Promise.reject(new Error('gone'));
    await open(env);
    expect(text(outcome)).toContain('did not respond');
  });
});

describe('the sample', () => {
  test('is an example, and says so, until there are prices', async () => {
    await open(createEnvironment());
    expect(text('.sample [role="status"]')).toContain('This is an example: the listing and the prices are made up.');
    expect(text('.tag')).toBe('Example');
    expect(overlayText()).toContain('$31.48');
  });

  test('has the relay’s prices as soon as they come, and says what is made up', async () => {
    const env = createEnvironment();
    await open(env);
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

  test('carries no verdict on old prices', async () => {
    const env = createEnvironment({ freshness: { staleMinutes: 5 } });
    env.worker.quotes = async () => prices(6);
    await open(env);
    expect(cents().map(([, diff]) => diff)).toEqual([null, null, null]);
    expect(query('.overlay-host').shadowRoot?.querySelector('.overlay.stale')).not.toBeNull();
  });

  test('follows the browser into the dark, unless the user chose', async () => {
    const env = createEnvironment();
    await open(env);
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

  test('has its looks from no element, which the policy of our pages would refuse', async () => {
    await open(createEnvironment());
    const root = query('.overlay-host').shadowRoot;
    expect(root?.querySelector('style')).toBeNull();
    expect(root?.adoptedStyleSheets.length).toBe(1);
  });

  test('is a picture with words, not a button that does nothing', async () => {
    await open(createEnvironment());
    expect(query('.card [role="img"]').getAttribute('aria-label')).toContain('AK-47 | Redline (Field-Tested)');
    expect(query('.overlay-host').hasAttribute('inert')).toBe(true);
  });
});

describe('the sites', () => {
  test('are all on, each with what there is to know of it', async () => {
    await open(createEnvironment());
    const said = [...document.querySelectorAll('.site-list li')].map((li) => {
      const input = li.querySelector('input');
      return [input?.checked, document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent];
    });
    expect(said).toEqual([
      [true, undefined],
      [true, 'Also shows prices in your inventory.'],
      [true, expect.stringContaining('set the value of a coin')],
    ]);
  });

  test('one goes off alone', async () => {
    const env = createEnvironment();
    await open(env);
    await click(field('DMarket'));
    expect(env.state.settings.sites).toEqual({ dmarket: false });
  });
});

describe('access', () => {
  const missing = [
    { id: 'csfloat', patterns: ['https://csfloat.com/*'] },
    { id: 'dmarket', patterns: ['https://dmarket.com/*', 'https://www.dmarket.com/*'] },
  ];

  test('is no topic where nothing is missing', async () => {
    await open(createEnvironment());
    expect(document.querySelector('.access')).toBeNull();
  });

  test('that is missing is named and asked for in one click, and the question goes when it is there', async () => {
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

  test('is asked for within the click itself, or Firefox would not show its question', async () => {
    const env = createEnvironment();
    env.state.missing = missing;
    await open(env);
    button('Allow all').click();
    expect(env.state.requested).toHaveLength(1);
    await settle();
  });

  test('to a site that is off is not asked for', async () => {
    const env = createEnvironment({ sites: { dmarket: false } });
    env.state.missing = missing;
    await open(env);
    await click(button('Allow all'));
    expect(env.state.requested).toEqual([['https://csfloat.com/*']]);
  });

  test('that the user refused is told of, with another way', async () => {
    const env = createEnvironment();
    env.state.missing = missing;
    env.state.allows = false;
    await open(env);
    await click(button('Allow all'));
    expect(text('.access .outcome')).toContain('The browser did not grant access.');
  });
});

test('closing the page leaves no listener', async () => {
  const env = createEnvironment();
  await open(env);
  await close();
  expect(Object.values(env.listeners).map(({ size }) => size)).toEqual([0, 0, 0, 0]);
});
