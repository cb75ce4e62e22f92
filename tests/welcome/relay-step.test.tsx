import axe from 'axe-core';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { RelayTest } from '#core/settings/relay-address.ts';
import { button, click, field, query, settle, text, type } from '../popup/screen.tsx';
import { close, createEnvironment, open, start } from './environment.tsx';

afterEach(close);

const outcome = '[aria-labelledby="relay-step"] .outcome';
const token = '3FftwBV03dJGraK-chV6JpaqCoaozOxD';
const tests = (env: ReturnType<typeof createEnvironment>) =>
  env.state.asked.filter((kind) => kind === 'test-relay').length;
const fault = (kind: 'unreachable' | 'unauthorized'): RelayTest => ({
  outcome: 'fault',
  fault: { kind, status: null, detail: '', at: start, retryAt: null },
});

async function waiting(stored?: unknown) {
  const env = createEnvironment(stored);
  env.worker['test-relay'] = async () => fault('unreachable');
  await open(env);
  return env;
}

describe('on this computer', () => {
  test('is the first way: three lines with a command to copy', async () => {
    const env = await waiting();
    expect(field('On this computer').checked).toBe(true);
    expect(document.querySelectorAll('.how li')).toHaveLength(3);
    expect(text('.how')).toContain('skinlens-relay');
    await click(button('Copy'));
    expect([env.state.copied, text('.command [role=status]')]).toEqual([['npm run relay'], 'Copied']);
    expect(text('main')).toMatch(/your profile page .* plan Trader or above/);
  });

  test('waits, says for what, and goes on when the relay answers', async () => {
    const env = await waiting();
    expect(text(outcome)).toBe('Waiting for a relay at http://localhost:8787 …');
    field('On this computer').focus();
    await env.advance(2000);
    expect(tests(env)).toBe(2);
    env.worker['test-relay'] = async () => ({ outcome: 'fine', items: 37_530, badRows: 0, name: 'Anna' });
    await env.advance(2000);
    expect(text(outcome)).toBe('Found: Anna, 37,530 items.');
    expect(env.state.asked).toContain('refresh');
    expect(env.state.revealed).toEqual(['sites-step']);
    expect(document.activeElement).toBe(field('On this computer'));
    await env.advance(60_000);
    expect(tests(env)).toBe(3);
  });

  test('does not move the page when the relay already answers', async () => {
    const env = await open(createEnvironment());
    expect(text(outcome)).toContain('Found: http://localhost:8787, 36,592 items.');
    expect(env.state.revealed).toEqual([]);
  });

  test('does not overlap its questions', async () => {
    const env = createEnvironment();
    env.worker['test-relay'] = () => new Promise(() => undefined);
    await open(env);
    await env.advance(20_000);
    expect(tests(env)).toBe(1);
  });

  test('stops in the background and goes on when the page is back', async () => {
    const env = await waiting();
    await env.show(false);
    await env.advance(20_000);
    expect(tests(env)).toBe(1);
    await env.show(true);
    expect(tests(env)).toBe(2);
  });

  test('stops after ten minutes, says so, and looks again at a click', async () => {
    const env = await waiting();
    for (let passed = 0; passed <= 600; passed += 20) await env.advance(20_000);
    const before = tests(env);
    await env.advance(60_000);
    expect(tests(env)).toBe(before);
    expect(text(outcome)).toContain('for 10 minutes');
    await click(button('Look again'));
    expect(tests(env)).toBe(before + 1);
    expect(text(outcome)).toContain('Waiting for a relay');
  });

  test('stops when another way is chosen', async () => {
    const env = await waiting();
    await click(field('Somebody gave me an invite'));
    await env.advance(20_000);
    expect(tests(env)).toBe(1);
  });

  test('never sends the token of another relay, and does not open for its owner', async () => {
    const env = await waiting({ relay: { url: 'https://relay.example', token: 'secret' } });
    expect(field('My own server').checked).toBe(true);
    const sent: unknown[] = [];
    env.worker['test-relay'] = async (request) => {
      sent.push(request);
      return fault('unreachable');
    };
    await click(field('On this computer'));
    expect(sent).toEqual([{ url: 'http://localhost:8787', token: '' }]);
    expect(env.state.settings.relay.url).toBe('https://relay.example');
  });
});

describe('an invite', () => {
  const enter = async (link: string) => {
    await type('Invite', link);
    await act(() => field('Invite').form?.requestSubmit());
    await settle();
  };

  test('that works is saved, and the page goes on', async () => {
    const env = await waiting();
    await click(field('Somebody gave me an invite'));
    env.worker['test-relay'] = async () => ({ outcome: 'fine', items: 2, badRows: 0, name: 'Team' });
    await enter(` https://relay.example/#skinlens=${token} `);
    expect(env.state.settings.relay).toEqual({ url: 'https://relay.example', token });
    expect(text(outcome)).toBe('Found: Team, 2 items.');
    expect(env.state.revealed).toEqual(['sites-step']);
  });

  test.each(['', `https://relay.example/#skinlens=short`])('is not "%s"', async (link) => {
    const env = await waiting();
    await click(field('Somebody gave me an invite'));
    await enter(link);
    expect(text('#invite-problem')).toContain('not a complete invite');
    expect(field('Invite').getAttribute('aria-invalid')).toBe('true');
    expect(tests(env)).toBe(1);
  });

  test('that was revoked is not saved', async () => {
    const env = await waiting();
    await click(field('Somebody gave me an invite'));
    env.worker['test-relay'] = async () => fault('unauthorized');
    await enter(`https://relay.example/#skinlens=${token}`);
    expect(text(outcome)).toMatch(/The relay refuses this token\..*The invite was not saved\./);
    expect(env.state.settings.relay.url).toBe('http://localhost:8787');
    expect(document.documentElement.outerHTML).not.toContain(token);
  });
});

test.each(['On this computer', 'Somebody gave me an invite', 'My own server'])(
  '%s has no axe violations',
  async (way) => {
    await waiting();
    await click(field(way));
    const { violations } = await axe.run(query('[aria-labelledby="relay-step"]'), {
      rules: { 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  },
);
