import { expect, test } from 'vitest';
import { explainTooOld } from '#demo/install-extension.ts';

test.each([
  ['firefox/140.12.0', '142.0'],
  ['firefox/99.0', '142.0'],
  ['Chrome/122.0.6261.94', '123'],
])('%s is too old for an extension that needs %s', (version, least) => {
  expect(explainTooOld(version, least)).toMatch(
    new RegExp(`^the browser is ${version}, and the extension needs ${Number.parseInt(least, 10)} or newer`),
  );
});

test.each([
  ['firefox/142.0', '142.0'],
  ['firefox/1000.0', '142.0'],
  ['HeadlessChrome/123.0.1', '123'],
  ['a browser without a version', '123'],
])('%s is not too old for an extension that needs %s', (version, least) => {
  expect(explainTooOld(version, least)).toBeUndefined();
});
