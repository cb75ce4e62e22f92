import { expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { openPanel } from '../comparison-panel.ts';
import { useWorld } from '../world.ts';

const world = useWorld();

/** What pages write for all elements, for those without a script, or for children of a card. */
const rules = [
  ...['visibility: hidden', 'visibility: hidden !important', 'display: none', 'display: none !important'],
  ...['display: contents', 'display: inline-flex', 'opacity: 0', 'opacity: 0 !important', 'filter: blur(4px)'],
  ...['position: absolute; inset: 0', 'float: right', 'pointer-events: none !important', 'direction: rtl'],
  ...['text-transform: uppercase; letter-spacing: 3px', 'zoom: 2', 'zoom: 0.5 !important', 'transform: scale(0)'],
  ...['margin: 0; padding: 0; border: 0; box-sizing: border-box', 'padding: 9px; border: 5px solid red'],
  ...['font: 30px serif !important; line-height: 3; color: #fff', 'width: 0; height: 0; overflow: hidden'],
  ...['max-width: 50px !important; max-height: 1px !important; min-width: 0', 'clip-path: inset(50%)'],
  ...['color: #000 !important; background: transparent !important; text-shadow: none !important'],
  ...['top: -9999px !important; left: -9999px !important', 'writing-mode: vertical-rl; text-align: right'],
  ...['content-visibility: hidden; contain: strict', 'animation: none; transition: all 9s; white-space: pre'],
];

test('no rule of a page hides, moves or restyles the overlays, the sums and the comparison, on paper neither', async () => {
  const { page } = await world().open('steam', 'trade offer');
  await until('the sums', () => page.evaluate(() => document.querySelector('skinlens-offer') !== null || undefined));
  await openPanel(page);
  /** How the parts look without a rule and with it, in one task: meanwhile no answer changes the comparison. */
  const look = (rule: string) =>
    page.evaluate((rule) => {
      const lookNow = () =>
        ['skinlens-prices', 'skinlens-offer', 'skinlens-panel'].map((tag) => {
          const host = document.querySelector(tag);
          const inner = host?.shadowRoot?.querySelector('.overlay, .sums, .panel');
          if (!host || !inner) return `${tag}: none`;
          const { x, y, width, height } = inner.getBoundingClientRect();
          const own = getComputedStyle(host);
          const text = getComputedStyle(inner);
          const ofHost = [own.visibility, own.display, own.opacity, own.filter, own.position, own.float];
          const ofText = [text.visibility, text.direction, text.textTransform, text.letterSpacing];
          const ofFont = [text.font, text.color, text.writingMode, text.textAlign, text.whiteSpace];
          const pointers = [own.pointerEvents, text.pointerEvents];
          return [tag, x, y, width, height, ...ofHost, ...ofText, ...ofFont, ...pointers].join(' ');
        });
      const plain = lookNow();
      const style = document.createElement('style');
      style.textContent = `:not(:defined) { ${rule} }`;
      document.head.append(style);
      const ruled = lookNow();
      style.remove();
      return { plain, ruled };
    }, rule);
  for (const media of ['screen', 'print']) {
    await page.emulateMediaType(media);
    for (const rule of rules) {
      const { plain, ruled } = await look(rule);
      expect(plain.filter((part) => part.endsWith(': none'))).toEqual([]);
      expect(ruled, rule).toEqual(plain);
    }
  }
});
