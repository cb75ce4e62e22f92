import { expect, test } from 'vitest';
import { foreignHosts, foreignRequests } from './requests.ts';

test('an address that is not allowed is told once; what reaches nobody is none', () => {
  const urls = ['http://localhost:1/api', 'https://elsewhere.invalid/a', 'https://elsewhere.invalid/a', 'data:,x'];
  const mine = ['chrome-extension://id/overlays.js', 'https://csfloat.com/favicon.ico'];
  expect(foreignRequests([...urls, ...mine], (url) => url.startsWith('http://localhost:1/'))).toEqual([
    'somebody asked for https://elsewhere.invalid/a',
  ]);
});

test('a host is foreign unless it is the browser’s maker’s or that of a page', () => {
  const hosts = ['update.googleapis.com', 'csfloat.com', 'steamcommunity.com', 'evilgoogle.com'];
  expect(foreignHosts(hosts, new Set(['csfloat.com']))).toEqual([
    'somebody wanted steamcommunity.com',
    'somebody wanted evilgoogle.com',
  ]);
});
