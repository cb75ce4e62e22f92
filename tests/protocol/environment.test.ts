import { describe, expect, test } from 'vitest';
import { readConfig } from '#relay/config.ts';
import { startService } from '#service/snapshot.ts';

const relay = { PRICE_API_URL: 'https://prices.example', PRICE_API_KEY: 'k' };

describe('the error of a bad variable describes a good one', () => {
  test.each([
    [{ RELAY_PORT: 'http' }, 'RELAY_PORT is not usable: it is no number from 0 to 65535'],
    [{ RELAY_PORT: '80.5' }, 'RELAY_PORT is not usable: it is no whole number'],
    [{ RELAY_PORT: '70000' }, 'RELAY_PORT is not usable: it is no number from 0 to 65535'],
    [{ RELAY_POLL_SECONDS: '0' }, 'RELAY_POLL_SECONDS is not usable: it is no number from 0.001 to 86400'],
    [{ RELAY_POLL_SECONDS: 'soon' }, 'RELAY_POLL_SECONDS is not usable: it is no number from 0.001 to 86400'],
  ])('%j', (env, line) => {
    expect(() => readConfig({ ...relay, ...env })).toThrow(line);
  });

  test.each([
    [{ SERVICE_REFRESH_SECONDS: '0' }, /^SERVICE_REFRESH_SECONDS is not usable: it is no number from 0\.001 to \d+$/],
    [{ SERVICE_SEED: '1.5' }, /^SERVICE_SEED is not usable: it is no whole number$/],
  ])('%j', async (env, line) => {
    await expect(startService({ SERVICE_API_KEYS: 'k', ...env })).rejects.toThrow(line);
  });
});
