import { afterEach, describe, expect, test } from 'vitest';
import { createEnvironment, type Environment } from '../environment.ts';
import { button, click, close, field, open, openOptions, query, text } from '../screen.tsx';

afterEach(close);

const port = { id: 'port', name: 'Skinport', matches: ['https://port.example/*'], optional: true } as const;
const dice = {
  id: 'dice',
  name: 'Dice',
  matches: ['https://*.dice.example/*'],
  optional: true,
  gambling: true,
} as const;
const bid = { id: 'bid', name: 'SkinBid', matches: ['https://bid.example/*'], optional: true } as const;

function withOptional(stored: object = {}): Environment {
  const env = createEnvironment(stored);
  return { ...env, deps: { ...env.deps, sites: [...env.deps.sites, port, dice, bid] } };
}

describe('an optional site', () => {
  test('has a button until it is allowed, and then a switch', async () => {
    const env = withOptional();
    await openOptions(env);
    await click(button('Allow Skinport'));
    expect(env.shell.requested).toEqual([['https://port.example/*']]);
    expect(field('Skinport').checked).toBe(true);
  });

  test('that is refused keeps its button, and the popup says so', async () => {
    const env = withOptional();
    env.shell.allows = false;
    await openOptions(env);
    await click(button('Allow Skinport'));
    expect(text('.more-sites [role="status"]')).toContain('The browser did not give access.');
    expect((await env.store.loadSettings()).sites).toEqual({});
    button('Allow Skinport');
  });

  test('is allowed with all others by one click, gambling sites left out', async () => {
    const env = withOptional();
    await openOptions(env);
    await click(button('Allow all 2'));
    expect(env.shell.requested).toEqual([['https://port.example/*', 'https://bid.example/*']]);
    button('Allow Dice');
  });

  test('with gambling says so, and is on once it is chosen', async () => {
    const env = withOptional();
    await openOptions(env);
    expect(document.getElementById(button('Allow Dice').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Gambling site with a market.',
    );
    await click(button('Allow Dice'));
    expect(field('Dice').checked).toBe(true);
  });
});

describe('the tab of a page without a script of ours', () => {
  test('of an unknown site offers to show prices there', async () => {
    const env = withOptional();
    env.page.url = 'https://skins.example:8443/market';
    await open(env);
    expect(text('.tab')).toContain('Skinlens does not know skins.example.');
    await click(button('Show prices on this site'));
    expect(env.shell.requested).toEqual([['https://skins.example/*']]);
    expect((await env.store.loadSettings()).customSites).toEqual({ 'skins.example': true });
    expect(text('.tab')).toContain('Reload the tab');
  });

  test('of an unknown site leads to the welcome page where the popup cannot ask', async () => {
    const env = withOptional();
    env.shell.allows = undefined;
    env.page.url = 'https://skins.example/market';
    await open(env);
    await click(button('Show prices on this site'));
    expect(env.shell.offered).toEqual(['skins.example']);
    expect((await env.store.loadSettings()).customSites).toEqual({});
  });

  test('of an optional site says that it must be allowed', async () => {
    const env = withOptional();
    env.page.url = 'https://port.example/market';
    await open(env);
    expect(text('.tab')).toContain('The browser does not let Skinlens read Skinport yet.');
    await click(query('.tab button'));
    expect(env.shell.requested).toEqual([['https://port.example/*']]);
  });

  test('of a known site asks for a reload', async () => {
    const env = withOptional();
    env.page.url = 'https://csfloat.com/search';
    await open(env);
    expect(text('.tab')).toContain('Skinlens may read CSFloat. Reload the tab');
  });

  test.each(['http://skins.example/', 'chrome://extensions', 'https://[::1]/', undefined])(
    '%s offers nothing',
    async (url) => {
      const env = withOptional();
      env.page.url = url;
      await open(env);
      expect(text('.tab')).toContain('No supported marketplace in this tab.');
      expect(document.querySelector('.tab button')).toBeNull();
    },
  );
});

describe('an added site', () => {
  test('is switched, and removed with its permission', async () => {
    const env = withOptional({ customSites: { 'skins.example': true } });
    env.shell.granted.add('https://skins.example/*');
    await openOptions(env);
    await click(field('skins.example'));
    expect((await env.store.loadSettings()).customSites).toEqual({ 'skins.example': false });
    await click(button('Remove skins.example'));
    expect((await env.store.loadSettings()).customSites).toEqual({});
    expect([...env.shell.granted]).toEqual([]);
  });

  test('without access, as after an import of settings, has a button', async () => {
    const env = withOptional({ customSites: { 'skins.example': true } });
    await openOptions(env);
    await click(button('Allow skins.example'));
    expect(env.shell.requested).toEqual([['https://skins.example/*']]);
  });
});
