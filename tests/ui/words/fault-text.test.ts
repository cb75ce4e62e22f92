import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/asks/fault.ts';
import { addressText, faultText } from '#ui/words/fault-text.ts';

const local = { url: 'http://localhost:8787/', token: '' };
const remote = { url: 'https://relay.example/team', token: 'secret-token' };
const said = (kind: (typeof faultKinds)[number], asked = local, status: number | null = null, detail = '') =>
  Object.values(faultText({ kind, status, detail }, asked)).join(' ');

describe('the text of a fault', () => {
  test.each(faultKinds)('%s: a sentence on the problem and one on what to do', (kind) => {
    const { title, advice } = faultText({ kind, status: null, detail: '' }, local);
    for (const words of [title, advice]) expect(words).toMatch(/^[A-Z].{20,}\.$/);
    expect(`${title} ${advice}`).not.toMatch(/undefined|\b[1-5]\d\d\b|\/\./);
  });

  test('a token is never part of it', () => {
    expect(faultKinds.map((kind) => said(kind, remote)).join()).not.toContain('secret-token');
  });

  test('advises to start a relay on this computer, and to reach one elsewhere', () => {
    for (const url of ['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'])
      expect(said('unreachable', { url, token: '' })).toContain(
        `at ${url}. Start the relay (the file whose name begins with \`skinlens-relay\`, or npm run relay)`,
      );
    const elsewhere = said('unreachable', remote);
    expect(elsewhere).toContain('No relay answers at https://relay.example/team.');
    expect(elsewhere).not.toContain('skinlens-relay');
    expect(said('unreachable', { url: 'http://localhost.example', token: '' })).not.toContain('skinlens-relay');
    expect(said('unreachable', { url: 'https://localhost:8787/', token: '' })).toContain('Try `http://localhost:8787`');
  });

  test('depends on the form of the address', () => {
    const name = said('unreachable', { url: 'http://nas:8787', token: '' });
    const number = said('unreachable', { url: 'http://192.168.1.7:8787', token: '' });
    const safe = said('unreachable', { url: 'https://[fd00::7]', token: '' });
    expect(name).toMatch(/its address is correct.*only https/);
    expect(number).toMatch(/`RELAY_HOST`.*only https/);
    expect(number).not.toContain('its address');
    expect(safe).toMatch(/`RELAY_HOST`.*certificate/);
    expect(safe).not.toContain('only https');
  });

  test('for a 502 of the relay names the key', () => {
    const detail = "status 502: the price API refused the relay's key";
    expect(said('unavailable', local, 502, detail)).toContain('the price API refused its key');
    expect(said('unavailable', local, 503, 'status 503: no data yet')).not.toContain('key');
  });
});

test.each(['not-a-url', 'scheme', 'insecure', 'credentials'] as const)(
  'the text of the address problem %s is a sentence',
  (problem) => {
    expect(addressText(problem)).toMatch(/^[A-Z].{20,}\.$/);
  },
);
