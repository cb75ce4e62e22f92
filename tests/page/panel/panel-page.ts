import { JSDOM } from 'jsdom';
import type { Offer } from '#core/prices/offer.ts';
import type { SeenElsewhere } from '#core/prices/seen-listings.ts';
import type { Reading } from '#core/site.ts';
import { createHost, hostOf, markOwn, renderInHost } from '#page/cards/overlay-host.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import type { OverlayAppearance, OverlayModel } from '#ui/overlay/overlay-model.ts';
import { cases } from '../../ui/gallery/cases.ts';

const look: OverlayAppearance = { theme: 'dark', density: 'normal', difference: 'percent' };

export function openCards(...names: string[]) {
  const { window } = new JSDOM('<main></main><p>text</p>', { url: 'https://sample.invalid/' });
  const { document, Node, Element, HTMLElement, MouseEvent, PointerEvent, AbortController } = window;
  Object.assign(globalThis, { document, Node, Element, HTMLElement, MouseEvent, PointerEvent, AbortController });
  // jsdom has no popovers, and hides them.
  HTMLElement.prototype.showPopover = function () {
    this.style.display = 'block';
  };
  const main = document.querySelector('main') ?? document.body;
  const asked: string[] = [];
  const answers: { details: readonly Offer[]; seen: SeenElsewhere } = { details: [], seen: {} };
  const environment: PanelDeps = {
    document,
    now: () => 1_800_000_000_000,
    markOwn,
    details: async (name) => {
      asked.push(name);
      return answers.details;
    },
    history: async () => ({ state: 'none', lacks: 'history' }),
    seen: async () => answers.seen,
    openPage: (address) => void asked.push(`open ${address}`),
    explore: async (name, part) => {
      asked.push(`explore ${name} ${part}`);
      return null;
    },
    loadChart: () => Promise.reject(new Error('no chart')),
    copy: async () => undefined,
    bought: async () => null,
    boughtBack: async () => null,
  };
  const cards = names.map((item) => {
    const card = document.createElement('a');
    const host = createHost(document);
    const draw = (
      name: string,
      theme: OverlayAppearance['theme'] = 'dark',
      reading: Partial<Reading> = {},
      more: Partial<OverlayModel> = {},
    ) => {
      const model = cases[name];
      if (!model) throw new Error(`there is no case ${name}`);
      const offers = model.rows.map(({ market, cents }) => ({ market, cents, asOf: environment.now() }));
      renderInHost(host, { item, ...reading }, { ...model, offers, ...more }, { ...look, theme });
    };
    draw('ready');
    card.append(host.element);
    main.append(card);
    return { card, host, draw };
  });
  const hostAt = (node: Node) => cards.find(({ card }) => card.contains(node))?.host;
  return {
    window,
    document,
    environment,
    cards,
    asked,
    answers,
    lookup: { hostOf, hostAt },
    /** The item that the open panel shows; `null` without a panel. */
    shown: () => {
      const panel = document.querySelector('skinlens-panel');
      return panel && (panel.shadowRoot?.querySelector('.title strong')?.textContent ?? '');
    },
    theme: () => document.querySelector('skinlens-panel')?.getAttribute('data-theme'),
  };
}

/** Moves an element out of sight, or back: jsdom has no layout. */
export function scroll(element: Element, out: boolean): void {
  const top = out ? -500 : 0;
  element.getBoundingClientRect = () => ({ top, bottom: top, left: 0, right: 0, width: 0, height: 0 }) as DOMRect;
}
