import { describe, expect, test } from 'vitest';
import { rowsFrom } from './fed.ts';

const offersUrl = 'https://api.skinflow.gg/bots/items/trade?sort_by=date_received';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const offer = (more: object = {}) => ({
  realitem_id: 'r1',
  app_id: '730',
  market_hash_name: redline,
  offered: 1850,
  ...more,
});

describe('an answer', () => {
  test.each([
    [1, 'Phase 1'],
    [4, 'Phase 4'],
    ['3', 'Phase 3'],
    [415, 'Ruby'],
    [417, 'Black Pearl'],
    [568, 'Emerald'],
    [0, undefined],
    [5, undefined],
    [9, undefined],
    [null, undefined],
    [{}, undefined],
  ])('with the phase %j tells %s', (phase, expected) => {
    const [row] = rowsFrom('skinflow', offersUrl, { results: [offer({ market_hash_name: doppler, phase })] });
    expect(row).toMatchObject({ item: doppler });
    expect(row?.phase).toBe(expected);
  });
});
