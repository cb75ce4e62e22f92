import { describe, expect, test } from 'vitest';
import { checkSite } from '../../check/check-site.ts';
import { judgeSite } from '../../check/site-result.ts';
import { sampleOf } from '../browser.ts';
import { useWorld } from '../world.ts';

const product = { version: '1.2.3', browser: 'Browser/1' };

describe('npm run check-sites', { tags: ['full'] }, () => {
  const world = useWorld();
  const check = (change: (html: string) => string) => {
    const sample = sampleOf('csfloat', 'search');
    const { driver } = world();
    return checkSite({ ...sample, html: change(sample.html) }, { driver, product, offline: true, limitMs: 5000 });
  };

  test('counts the cards of a page that can be read', async () => {
    const { result, report } = await check((html) => html);
    expect(judgeSite(result)).toBe('fine');
    expect(result).toMatchObject({ site: 'csfloat', answer: 200, drifted: false, byName: 0 });
    expect(result.read).toBeGreaterThan(10);
    expect(result.priced).toBe(result.read);
    expect(report).toContain(`Cards: ${result.seen} seen, ${result.read} read, ${result.priced} priced`);
  });

  test('sees that a redesign fells a site, and reports why', async () => {
    const { result, report } = await check((html) => html.replaceAll('item-name', 'renamed-name'));
    expect(judgeSite(result)).toBe('fell');
    expect(result.drifted || result.byName > result.read).toBe(true);
    expect(report).toMatch(/drifted, nothing drawn|Items found by their names/);
  });
});
