import { join } from 'node:path';
import { type SamplePage, samplePages } from '#demo/sample-pages.ts';

function cardOf(name: string, at: number): string {
  const [, item = '', wear = ''] = /^(.*) \((.*)\)$/.exec(name) ?? [];
  return `<item-card class="flex-item"><mat-card class="item-card">
<app-item-name><div class="item-name">${item}</div><div class="subtext">${wear}</div></app-item-name>
<div class="item-img rifle"></div>
<item-float-bar><div class="bar-line"></div><div class="wear-value">0.22141941</div></item-float-bar>
<div class="price-row"><div class="price">$${at + 1}.50</div></div>
<div class="seller-details">Online<button class="cart-btn">Add to Cart</button></div>
</mat-card></item-card>`;
}

export const cardsOf = (names: readonly string[]): string => names.map(cardOf).join('\n');

const csfloat = samplePages(join(import.meta.dirname, '../../sites')).find(
  ({ site, page }) => site === 'csfloat' && page === 'search',
);

export function searchPage(names: readonly string[]): SamplePage {
  if (!csfloat) throw new Error('CSFloat has no sample page');
  const head = csfloat.html.slice(0, csfloat.html.indexOf('<body>'));
  const body = `<body><mat-select><mat-select-trigger> USD </mat-select-trigger></mat-select>
<div class="cards">${cardsOf(names)}</div></body></html>`;
  return { ...csfloat, url: 'https://csfloat.com/search', html: head + body, answers: [] };
}
