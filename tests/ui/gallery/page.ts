import { createHost, createPlaceholder, renderInHost } from '#page/cards/overlay-host.ts';
import { adoptStyle } from '#ui/overlay/element.ts';
import type { OverlayAppearance } from '#ui/overlay/overlay-model.ts';
import panelStyle from '#ui/overlay/panel.css?inline';
import { renderPanel } from '#ui/overlay/render-panel.ts';
import { setMessageSource } from '#ui/words/text.ts';
import { panelSample } from '../panel-sample.ts';
import { common, holds, meet, slack, textBox, windowOf } from './boxes.ts';
import { cases } from './cases.ts';

/** Every message of a language, with its values as `{0}`. */
export interface Language {
  readonly tag: string;
  readonly messages: Readonly<Record<string, string>>;
}

export interface Shown {
  readonly name: string;
  /** The card's width, px. */
  readonly width: number;
  readonly height: number;
  /** Its height while it is out of view. */
  readonly unseenHeight: number;
  readonly faults: readonly string[];
}

const widths = [96, 120, 149.5, 150, 196, 210, 300, 450, 640];
const item = 'AK-47 | Redline (Field-Tested)';

/** Renders every case at every width, one line per case, `top` px down the page, in place of the previous content. */
function drawGallery(language: Language, look: OverlayAppearance, top = 12): void {
  setMessageSource({ getMessage: (key) => language.messages[key] ?? '', uiLanguage: language.tag });
  const [ground, ink] = look.theme === 'dark' ? ['#1b2028', '#a3acba'] : ['#ffffff', '#596270'];
  document.body.style.cssText = `margin: 0; padding: ${top}px 12px 12px; width: max-content; background: ${ground}; color: ${ink}; font: 11px sans-serif`;
  const lines = Object.entries(cases).map(([name, model]) => {
    const hosts = widths.map((width) => {
      const host = createHost(document);
      renderInHost(host, { item }, model, look);
      return cardOf(name, width, host.element);
    });
    return lineOf(name, hosts);
  });
  const waits = widths.map((width) =>
    cardOf('waiting', width, createPlaceholder(document, look, { markets: 3, head: true }).element),
  );
  document.body.replaceChildren(...lines, lineOf('waiting', waits));
}

function cardOf(name: string, width: number, host: HTMLElement): HTMLElement {
  const card = document.createElement('div');
  card.style.cssText = `width: ${width}px; flex: none`;
  card.className = 'card';
  card.title = name;
  card.append(host);
  return card;
}

function lineOf(name: string, cards: readonly HTMLElement[]): HTMLElement {
  const line = document.createElement('div');
  line.style.cssText = 'display: flex; gap: 14px; align-items: start; margin-bottom: 8px';
  const label = document.createElement('div');
  label.style.cssText = 'width: 90px; flex: none';
  label.append(name);
  line.append(label, ...cards);
  return line;
}

const hostOf = (card: Element): HTMLElement | undefined => {
  const [host] = card.children;
  return host instanceof HTMLElement ? host : undefined;
};

/** First out of sight, where a browser that never laid it out believes what it is told of its height, then in sight. */
async function measureGallery(language: Language, look: OverlayAppearance): Promise<Shown[]> {
  drawGallery(language, look, 30_000);
  const cards = [...document.querySelectorAll<HTMLElement>('.card')].filter(isDrawn);
  await sight(cards, false);
  const unseen = cards.map((card) => hostOf(card)?.offsetHeight ?? 0);
  document.body.style.paddingTop = '12px';
  await sight(cards, true);
  const seen = cards.map((card) => ({ height: hostOf(card)?.offsetHeight ?? 0, faults: faultsOf(hostOf(card)) }));
  return cards.map((card, at) => ({
    name: card.title,
    width: card.offsetWidth,
    height: seen[at]?.height ?? 0,
    unseenHeight: unseen[at] ?? 0,
    faults: seen[at]?.faults ?? [],
  }));
}

/** Sample prices that another card shows have no overlay. */
function isDrawn(card: HTMLElement): boolean {
  const overlay = hostOf(card)?.shadowRoot?.querySelector('.overlay');
  return !overlay || getComputedStyle(overlay).display !== 'none';
}

/** Waits until the browser lays out all cards, or none, by whether they are in view; this takes a few frames. */
async function sight(cards: readonly HTMLElement[], wanted: boolean): Promise<void> {
  const parts = cards.map((card) => hostOf(card)?.shadowRoot?.querySelector('.overlay')?.firstElementChild);
  const isLaidOut = (part?: Element | null) => part?.checkVisibility({ contentVisibilityAuto: true }) === wanted;
  for (let frame = 0; frame < 100 && !parts.every(isLaidOut); frame++) await new Promise(requestAnimationFrame);
  if (!parts.every(isLaidOut)) throw new Error(`the cards did not come ${wanted ? 'into' : 'out of'} sight`);
}

const parts =
  '.sign, .lead, .word, .percent, .arrow, .money, .price, .week, .notes > span, .liquidity, .notice, .row > .warn';
/** Parts that must be visible at any width. */
const needed = '.sign, .percent, .row:not([data-diff]) .price, .notice, .notes > :is(.warn, .sample):first-child';
/** Px of a card that has room for all amounts as well. */
const amountPx = 196;

function faultsOf(host: HTMLElement | undefined): string[] {
  const root = host?.shadowRoot;
  if (!host || !root) return ['no host'];
  const said = [...root.querySelectorAll(parts)].filter(
    (part) => part.textContent !== '' && getComputedStyle(part).display !== 'none' && part.getClientRects().length > 0,
  );
  const boxes = said.map((part) => ({ part, text: part.textContent, box: textBox(part), seen: windowOf(part) }));
  const whole = boxes.filter(({ box, seen }) => holds(seen, box));
  const cut = boxes.filter(({ box, seen }) => common(meet(box, seen)) > slack && !holds(seen, box));
  const must = host.offsetWidth < amountPx ? needed : `${needed}, .lead`;
  const isNeeded = (part: Element) => part.matches(must) || (part.matches('.price') && showsMoney(part));
  const lost = boxes.filter(({ part, box, seen }) => isNeeded(part) && !holds(seen, box));
  const over = whole.flatMap((one, at) =>
    whole
      .slice(at + 1)
      .filter((other) => common(meet(one.box, other.box)) > slack)
      .map((other) => `${one.text} / ${other.text}`),
  );
  const wide = host.scrollWidth > host.clientWidth ? ['wider than its card'] : [];
  const green = [...root.querySelectorAll('.best.good > .price')].filter(
    (price) =>
      getComputedStyle(price).color === getComputedStyle(price.parentElement?.querySelector('.percent') ?? price).color,
  );
  const bar = lacksLiquidity(
    root,
    whole.map(({ part }) => part),
  )
    ? ['no liquidity, for which there is room']
    : [];
  return [
    ...cut.map(({ text }) => `cut: ${text}`),
    ...lost.map(({ text }) => `lost: ${text}`),
    ...over.map((text) => `over: ${text}`),
    ...green.map((price) => `coloured as its difference: ${price.textContent}`),
    ...wide,
    ...bar,
  ];
}

const showsMoney = (price: Element): boolean =>
  (price.parentElement?.querySelector('.money')?.getClientRects().length ?? 0) > 0;

/** Px between the liquidity and the notes. */
const gapPx = 15;

/** Whether the liquidity is out of sight although it would fit beside the notes. Where prices repeat, it is not shown. */
function lacksLiquidity(root: ShadowRoot, seen: readonly Element[]): boolean {
  const liquidity = root.querySelector<HTMLElement>('.liquidity');
  if (!liquidity || seen.includes(liquidity) || root.host.hasAttribute('data-repeated')) return false;
  const notes = [...root.querySelectorAll<HTMLElement>('.notes > span')].reduce(
    (sum, { offsetWidth }) => sum + offsetWidth,
    0,
  );
  return notes + liquidity.offsetWidth + gapPx < (root.querySelector('.foot')?.clientWidth ?? 0);
}

function drawPanel(language: Language, theme: OverlayAppearance['theme'], width: number): void {
  setMessageSource({ getMessage: (key) => language.messages[key] ?? '', uiLanguage: language.tag });
  document.body.style.cssText = `margin: 0; width: 860px; height: 660px; background: ${theme === 'dark' ? '#10141b' : '#eef0f3'}`;
  const host = document.createElement('skinlens-panel');
  host.setAttribute('popover', 'manual');
  host.setAttribute('data-theme', theme);
  host.style.cssText = `--width: ${width}px; --top: 10px; --left: 10px`;
  const root = host.attachShadow({ mode: 'open' });
  adoptStyle(document, root, panelStyle);
  const past = { history: document.createElement('div'), line: undefined };
  root.append(renderPanel(panelSample({ code: 'EUR', perUsd: 0.92, of: '2026-11-20' }), past, 'cash'));
  document.body.replaceChildren(host);
  host.showPopover();
}

const faultsOfPanel = (): string[] => {
  const root = document.querySelector('skinlens-panel')?.shadowRoot;
  const scroll = root?.querySelector('.scroll');
  const wide = scroll && scroll.scrollWidth > scroll.clientWidth ? ['the table is wider than the panel'] : [];
  const cut = [...(root?.querySelectorAll('th, td, p, strong, button, .notes > span') ?? [])]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
    .map((part) => `cut: ${part.textContent}`);
  return [...(root ? [] : ['no panel']), ...wide, ...cut];
};

const faultsOfPage = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('skinlens-prices')].flatMap((host) =>
    faultsOf(host).map((fault) => `${host.dataset['item']}, ${host.offsetWidth} px: ${fault}`),
  );

/** Called by the tests that open this page, or run it in another. */
export const gallery = { draw: drawGallery, measure: measureGallery, drawPanel, faultsOfPanel, faultsOfPage };
Object.assign(globalThis, { gallery });
