import { describe, expect, test } from 'vitest';
import { checkSite } from '../../check/check-site.ts';
import { explainReport } from '../../check/report.ts';
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
    expect(await explainReport(report ?? '')).toContain('read returns undefined');
  });

  test('sees that a redesign fells a site, and outlines its cards', async () => {
    const { result, report = '' } = await check((html) => html.replaceAll('item-name', 'renamed-name'));
    expect(judgeSite(result)).toBe('fell');
    expect(result.drifted || result.byName > result.read).toBe(true);
    expect(report).toContain('class="renamed-name"');
    expect(report.split('Outline of')[1]).not.toContain('Neon Rider');
    expect(await explainReport(report)).toContain('✗ app-item-name .item-name');
  });
});
