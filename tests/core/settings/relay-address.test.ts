import { expect, test } from 'vitest';
import { isLoopback, isToken, parseInvite, parseRelayAddress } from '#core/settings/relay-address.ts';

const token = '3FftwBV03dJGraK-chV6JpaqCoaozOxD';

test.each([
  ['relay', 'not-a-url'],
  ['', 'not-a-url'],
  ['localhost:8787', 'scheme'],
  ['ftp://relay.example', 'scheme'],
  ['https://me:pass@relay.example', 'credentials'],
  ['http://relay.example', 'insecure'],
  ['http://8.8.8.8:8787', 'insecure'],
  ['http://172.32.0.1', 'insecure'],
  ['http://100.128.0.1', 'insecure'],
  ['http://[2001:db8::1]', 'insecure'],
  ['http://relay.local.example', 'insecure'],
  ['http://10.example.com', 'insecure'],
  ['http://evilfritz.box', 'insecure'],
  ['http://ts.net', 'insecure'],
])('"%s" is no address: %s', (typed, problem) => {
  expect(parseRelayAddress(typed)).toEqual({ problem });
});

test.each([
  ...['localhost:8787', '127.0.0.1', '[::1]', '10.0.0.7', '172.16.0.1', '172.31.255.255', '192.168.1.2', '169.254.1.1'],
  ...['100.64.0.1', '100.127.0.1', '[fd12:3456::1]', '[fe80::1]', 'nas.local', 'nas', 'nas.lan', 'nas.home.arpa'],
  ...['nas.internal', 'fritz.box', 'nas.fritz.box', 'nas.tail1234.ts.net', 'localhost.', 'nas.local.'],
])('http is enough for %s', (host) => {
  expect(parseRelayAddress(`http://${host}/`)).toHaveProperty('base');
});

test('an address ends in a slash, and has neither query nor fragment', () => {
  expect(parseRelayAddress('https://relay.example/team?a#b')).toMatchObject({
    base: { href: 'https://relay.example/team/' },
  });
});

const link = `https://relay.example/team/#skinlens=${token}`;

test.each([
  `${link}.`,
  `(${link})`,
  `<${link}>`,
  `"${link}"`,
  `„${link}“`,
  `\u200B${link}\u200B`,
  `https://relay.example/team/#skin\u00ADlens=${token}`,
  `[my relay](${link})`,
  `[${link}](${link})`,
  `**${link}**`,
  `_${link}_`,
  `_${link} is yours_`,
  `Hi Ben, use ${link}, it is yours!`,
  `HTTPS${link.slice(5)}`,
])('an invite in %j is the address and the token alone', (typed) => {
  expect(parseInvite(typed)).toEqual({ url: 'https://relay.example/team', token });
});

test.each([
  '',
  'hello',
  'https://relay.example/',
  'https://relay.example/#skinlens=short',
  `https://relay.example/#other=${token}`,
  `javascript:0#skinlens=${token}`,
])('"%s" is no invite', (typed) => {
  expect(parseInvite(typed)).toBeUndefined();
});

test('a token has visible ASCII only', () => {
  expect(['', token, 'two words', 'ü', 'a\n'].map(isToken)).toEqual([true, true, false, false, false]);
});

test('an address of this machine is told by its host', () => {
  const hosts = ['localhost.', '127.0.0.1', '127.1.2.3', '[::1]', 'localhost.example', '128.0.0.1', 'relay.example'];
  expect(hosts.filter(isLoopback)).toEqual(hosts.slice(0, 4));
});
