/** @module-tag full */
import { expect, test } from 'vitest';
import { unexpectedHosts, unexpectedRequests } from './requests.ts';

test('a URL that is not allowed is reported once, unless it causes no network traffic', () => {
  const urls = ['http://localhost:1/api', 'https://elsewhere.invalid/a', 'https://elsewhere.invalid/a', 'data:,x'];
  const local = ['chrome-extension://id/overlays.js', 'https://csfloat.com/favicon.ico'];
  expect(unexpectedRequests([...urls, ...local], (url) => url.startsWith('http://localhost:1/'))).toEqual([
    'unexpected request of https://elsewhere.invalid/a',
  ]);
});

test('a host is unexpected unless it is of the browser’s maker or of a page', () => {
  const hosts = ['update.googleapis.com', 'csfloat.com', 'steamcommunity.com', 'evilgoogle.com'];
  expect(unexpectedHosts(hosts, new Set(['csfloat.com']))).toEqual([
    'unexpected connection to steamcommunity.com',
    'unexpected connection to evilgoogle.com',
  ]);
});
