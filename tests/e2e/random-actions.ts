import type { Page } from 'puppeteer-core';

/**
 * Lets a page change its cards at random, a frame after each change. Returns what was wrong in a painted frame: a card
 * with two overlays or with another item's. Cards keep `data-expect` true; the same seed makes the same changes. Most
 * cards stay readable, because a page where most are not gets no overlays.
 */
export const actAtRandom = (page: Page, seed: number, steps: number): Promise<string[]> =>
  page.evaluate(
    async (seed, steps) => {
      let state = seed;
      const wrong: string[] = [];
      for (let step = 0; step < steps; step++) {
        const cards = cardsOf();
        act(step, cards, pick(cards), pick(cards));
        for (const extra of [...cardsOf().slice(24), ...unreadable().slice(2)]) extra.remove();
        await frame();
        for (const problem of problems()) wrong.push(`step ${step}: ${problem}`);
      }
      return wrong;

      /** Mulberry32. */
      function random(): number {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      }

      function cardsOf(): Element[] {
        return [...document.querySelectorAll('[data-expect]')];
      }

      function unreadable(): Element[] {
        return cardsOf().filter((card) => card.getAttribute('data-expect') === 'none');
      }

      function pick(cards: readonly Element[]): Element {
        return cards[Math.floor(random() * cards.length)] ?? document.body;
      }

      function act(step: number, cards: readonly Element[], one: Element, other: Element): void {
        const acts = [
          () => one.parentElement?.append(one.cloneNode(true)),
          () => cards.length > 8 && one.remove(),
          () => one.querySelector('skinlens-prices')?.remove(),
          () => one.before(other),
          () => swap(one, other),
          () => show(one, other),
          () => cards[0]?.parentElement?.append(...cards.toSorted(() => random() - 0.5)),
          () => one.replaceWith(one.cloneNode(true)),
          () => history.replaceState({}, '', `/search?page=${step}`),
          () => one.querySelector('skinlens-prices')?.replaceWith(other.querySelector('skinlens-prices') ?? ''),
        ];
        acts[Math.floor(random() * acts.length)]?.();
      }

      function swap(one: Element, other: Element): void {
        const copy = one.cloneNode(true);
        show(one, other);
        if (copy instanceof Element) show(other, copy);
      }

      /** A card shows what another one shows. Overlays in it stay, as with a framework. */
      function show(one: Element, model: Element): void {
        const overlays = [...one.querySelectorAll('skinlens-prices')];
        const copy = model.cloneNode(true);
        if (!(copy instanceof Element)) return;
        for (const overlay of copy.querySelectorAll('skinlens-prices')) overlay.remove();
        one.setAttribute('data-expect', model.getAttribute('data-expect') ?? 'none');
        one.replaceChildren(...copy.childNodes);
        one.querySelector('.price-row')?.after(...overlays);
      }

      function frame(): Promise<void> {
        return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }

      /** A copy of an overlay host shows nothing: it has no shadow root. */
      function problems(): string[] {
        return cardsOf().flatMap((card) => {
          const hosts = [...card.querySelectorAll('skinlens-prices')].filter(({ shadowRoot }) => shadowRoot);
          const items = hosts.map((host) => host.getAttribute('data-item'));
          const expected = card.getAttribute('data-expect') ?? '';
          const right = expected === 'none' ? undefined : JSON.parse(expected).item;
          return items.length > 1 || items.some((item) => item !== right)
            ? [`${right} shows ${items.join(' and ')}`]
            : [];
        });
      }
    },
    seed,
    steps,
  );
