import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/fault.ts';
import { addressText, faultText, relayName } from '#ui/fault-text.ts';

const local = { url: 'http://localhost:8787/', token: '' };
const remote = { url: 'https://relay.example/team', token: 'secret-token' };
const said = (kind: (typeof faultKinds)[number], asked = local, status: number | null = null, detail = '') =>
  Object.values(faultText({ kind, status, detail }, asked)).join(' ');

describe('the words for a fault', () => {
  test.each(faultKinds)('%s: a sentence for what is wrong, and one for what to do', (kind) => {
    const { title, advice } = faultText({ kind, status: null, detail: '' }, local);
    for (const words of [title, advice]) expect(words).toMatch(/^[A-Z].{20,}\.$/);
    expect(`${title} ${advice}`).not.toMatch(/undefined|\b[1-5]\d\d\b|\/\./);
  });

  test('no two faults are worded alike', () => {
    expect(new Set(faultKinds.map((kind) => said(kind))).size).toBe(faultKinds.length);
  });

  test('a token never stands in them', () => {
    expect(faultKinds.map((kind) => said(kind, remote)).join()).not.toContain('secret-token');
  });

  test('no relay on this computer: start it; elsewhere: reach it', () => {
    for (const url of ['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'])
      expect(said('unreachable', { url, token: '' })).toContain(`at ${url}. Start it with \`npm run relay\``);
    const elsewhere = said('unreachable', remote);
    expect(elsewhere).toContain('No relay answers at https://relay.example/team.');
    expect(elsewhere).not.toContain('npm run relay');
    expect(said('unreachable', { url: 'http://localhost.example', token: '' })).not.toContain('npm run relay');
    expect(said('unreachable', { url: 'https://localhost:8787/', token: '' })).toContain('Try `http://localhost:8787`');
  });

  test('what can be wrong is told by how the address is written', () => {
    const name = said('unreachable', { url: 'http://relay.lan:8787', token: '' });
    const number = said('unreachable', { url: 'http://192.168.1.7:8787', token: '' });
    const safe = said('unreachable', { url: 'https://[fd00::7]', token: '' });
    expect(name).toMatch(/its address is correct.*only https/);
    expect(number).toMatch(/`RELAY_HOST`.*only https/);
    expect(number).not.toContain('its address');
    expect(safe).toMatch(/`RELAY_HOST`.*certificate/);
    expect(safe).not.toContain('only https');
  });

  test('a token that is missing is told from one that is refused', () => {
    expect(said('unauthorized', local)).toContain('requires a token');
    expect(said('unauthorized', remote)).toContain('refuses this token');
  });

  test('a 502 of the relay is its key', () => {
    const detail = "status 502: the price API refused the relay's key";
    expect(said('unavailable', local, 502, detail)).toContain('the price API refused its key');
    expect(said('unavailable', local, 503, 'status 503: no data yet')).not.toContain('key');
  });

  test('any other 502 is a proxy’s', () => {
    expect(said('unavailable', remote, 502, 'status 502')).toContain('The proxy at https://relay.example/team');
    expect(said('malformed', local, 502)).toContain('not with prices');
  });
});

test.each(['not-a-url', 'scheme', 'credentials'] as const)(
  'the words for the address problem %s are a sentence',
  (problem) => {
    expect(addressText(problem)).toMatch(/^[A-Z].{20,}\.$/);
  },
);

test('a relay is named without the slash at its end; what is no address stays as typed', () => {
  expect(relayName('http://localhost:8787/')).toBe('http://localhost:8787');
  expect(relayName('https://relay.example/team/')).toBe('https://relay.example/team');
  expect(relayName('my relay')).toBe('my relay');
});
