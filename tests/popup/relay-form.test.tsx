import { afterEach, describe, expect, test } from 'vitest';
import type { RelayTest } from '#core/settings/relay-address.ts';
import type { RefreshAnswer } from '#protocol/messages.ts';
import { createEnvironment, type Environment, unreachable, working } from './environment.ts';
import { button, click, close, enter, field, openOptions, settle, text, type } from './screen.tsx';
import { opened } from './settings/settings-screen.ts';

afterEach(close);

const outcome = '.relay .outcome';
const secret = 'correct-horse-battery';
/** The requests that the popup sends without a click. */
const automatic: readonly string[] = ['status', 'watch'];
const kinds = (env: Environment) => env.asked.map(({ kind }) => kind).filter((kind) => !automatic.includes(kind));
const relayOf = async (env: Environment) => (await env.store.loadSettings()).relay;

describe('saving', () => {
  test('trims and stores address and token, and starts a refresh', async () => {
    const env = await opened();
    await type('Address of the relay', ' https://relay.example/team ');
    await type('Token', ` ${secret} `);
    await enter();
    expect(await relayOf(env)).toEqual({ url: 'https://relay.example/team', token: secret });
    expect(kinds(env)).toEqual(['refresh']);
    expect(text(outcome)).toBe('Saved.');
    expect(field('Address of the relay').value).toBe('https://relay.example/team');
  });

  test('refuses an address at its field until that is edited, stores nothing and sends nothing', async () => {
    const env = await opened({ relay: { url: 'https://old.example' } });
    await type('Address of the relay', 'relay');
    await click(button('Test'));
    await enter();
    const input = field('Address of the relay');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(text(`#${input.getAttribute('aria-describedby')}`)).toContain('This is not an address.');
    expect(input.value).toBe('relay');
    expect((await relayOf(env)).url).toBe('https://old.example');
    expect(kinds(env)).toEqual([]);
    await type('Address of the relay', 'http://relay');
    expect(input.getAttribute('aria-invalid')).toBe('false');
    expect(text('#relay-url-problem')).toBe('');
  });

  test('refuses a token that is no valid header value', async () => {
    const env = await opened();
    await type('Token', 'two words');
    await enter();
    expect(text(`#${field('Token').getAttribute('aria-describedby')}`)).toContain('no spaces');
    expect((await relayOf(env)).token).toBe('');
    expect(kinds(env)).toEqual([]);
  });

  test('shows that the browser refuses to store, and keeps the typed text', async () => {
    const env = await opened();
    env.store.refuse = new Error('disk full');
    await type('Address of the relay', 'https://new.example');
    await enter();
    expect(text('[role="alert"]')).toContain('disk full');
    expect(field('Address of the relay').value).toBe('https://new.example');
    expect(text(outcome)).toBe('');
    expect(kinds(env)).toEqual([]);
  });

  test('keeps text that is typed while saving', async () => {
    await opened();
    await type('Address of the relay', 'https://new.example');
    field('Address of the relay').form?.requestSubmit();
    await type('Address of the relay', 'https://newer.example');
    await settle();
    expect(field('Address of the relay').value).toBe('https://newer.example');
  });

  test('hides the old relay’s fault and shows only the new relay’s answer', async () => {
    const env = createEnvironment();
    env.worker.status = async () => ({ ...working, fault: unreachable });
    await openOptions(env);
    const answers: PromiseWithResolvers<RefreshAnswer>[] = [];
    env.worker.refresh = () => {
      const answer = Promise.withResolvers<RefreshAnswer>();
      answers.push(answer);
      return answer.promise;
    };
    await click(button('Refresh'));
    await type('Address of the relay', 'https://new.example');
    await enter();
    expect(text('.diagnosis')).toBe('Asking https://new.example…');
    answers[0]?.resolve({ outcome: 'failed', status: { ...working, fault: unreachable } });
    await settle();
    expect(text('.diagnosis')).toBe('Asking https://new.example…');
    answers[1]?.resolve({ outcome: 'unchanged', status: working });
    await settle();
    expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
  });
});

const tests: readonly (readonly [RelayTest, string])[] = [
  [
    { outcome: 'fine', items: 9000, badRows: 1, sample: true },
    'The relay works and has prices for 9,000 items. It serves sample prices until it has a key. 1 row of the relay’s',
  ],
  [{ outcome: 'bad-address', problem: 'scheme' }, 'The address must begin with http:// or https://'],
  [
    { outcome: 'fault', fault: unreachable },
    'No relay answers at https://other.example. Check that the relay is running',
  ],
];

describe('testing', () => {
  test.each(tests)('shows the outcome %o', async (result, words) => {
    const env = await opened();
    env.worker['test-relay'] = async () => result;
    await type('Address of the relay', 'https://other.example');
    await click(button('Test'));
    expect(text(outcome)).toContain(words);
  });

  test('tests the typed values and stores nothing', async () => {
    const env = await opened();
    await type('Address of the relay', 'https://other.example');
    await type('Token', secret);
    await click(button('Test'));
    const request = { url: 'https://other.example', token: secret };
    expect(env.asked.filter(({ kind }) => !automatic.includes(kind))).toEqual([{ kind: 'test-relay', request }]);
    expect((await relayOf(env)).url).toBe('http://localhost:8787');
    expect(field('Address of the relay').value).toBe('https://other.example');
  });

  test('shows that it runs and sends no second request', async () => {
    const env = await opened();
    const slow = Promise.withResolvers<RelayTest>();
    env.worker['test-relay'] = () => slow.promise;
    await click(button('Test'));
    await click(button('Testing…'));
    expect(kinds(env)).toEqual(['test-relay']);
    slow.resolve({ outcome: 'fine', items: 1, badRows: 0 });
    await settle();
    expect(button('Test').getAttribute('aria-disabled')).toBe('false');
  });

  test('drops the answer for an address that is no longer in the field', async () => {
    const env = await opened();
    const slow = Promise.withResolvers<RelayTest>();
    env.worker['test-relay'] = () => slow.promise;
    await click(button('Test'));
    await type('Address of the relay', 'https://other.example');
    slow.resolve({ outcome: 'fine', items: 1, badRows: 0 });
    await settle();
    expect(text(outcome)).toBe('');
  });

  test('says that the worker did not respond', async () => {
    const env = await opened();
    env.worker['test-relay'] = () => Promise.reject(new Error('gone'));
    await click(button('Test'));
    expect(text(outcome)).toContain('did not respond');
  });
});

test('the token is hidden at first and never in the page’s text or attributes', async () => {
  await opened({ relay: { token: secret } });
  const input = field('Token');
  expect([input.type, input.autocomplete, input.value]).toEqual(['password', 'off', secret]);
  await click(button('Show token'));
  expect([input.type, input.value]).toEqual(['text', secret]);
  await click(button('Hide token'));
  expect(input.type).toBe('password');
  await click(button('Test'));
  expect(document.documentElement.outerHTML).not.toContain(secret);
});

describe('an invite', () => {
  const token = '3FftwBV03dJGraK-chV6JpaqCoaozOxD';

  test('fills both fields when it is pasted', async () => {
    const env = await opened();
    await type('Address of the relay', ` https://relay.example/team/#skinlens=${token}`);
    expect([field('Address of the relay').value, field('Token').value]).toEqual(['https://relay.example/team', token]);
    await enter();
    expect(await relayOf(env)).toEqual({ url: 'https://relay.example/team', token });
  });

  test('that was typed letter by letter is split when it is saved', async () => {
    const env = await opened();
    const link = `https://relay.example/#skinlens=${token}`;
    for (let length = 1; length <= link.length; length++) await type('Address of the relay', link.slice(0, length));
    await enter();
    expect(await relayOf(env)).toEqual({ url: 'https://relay.example', token });
  });
});
