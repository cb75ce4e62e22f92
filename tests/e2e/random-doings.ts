import type { Page } from 'puppeteer-core';

/**
 * Lets a page do any number of things to its cards, a frame after each, and answers what was wrong in a frame that was
 * painted: a card with two overlays, or with another item's. Cards keep `data-expect` true; the same seed does the same.
 * Most cards stay readable, for a page where most are not gets no overlay at all.
 */
export const doAnything = (page: Page, seed: number, steps: number): Promise<string[]> =>
  page.evaluate(
    async (seed, steps) => {
      let state = seed;
      const wrong: string[] = [];
      for (let step = 0; step < steps; step++) {
        const cards = cardsOf();
        act(step, cards, pick(cards), pick(cards));
        for (const extra of [...cardsOf().slice(24), ...unreadable().slice(2)]) extra.remove();
        await frame();
        for (const problem of look()) wrong.push(`step ${step}: ${problem}`);
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

      /** Two elements change what they show. */
      function swap(one: Element, other: Element): void {
        const copy = one.cloneNode(true);
        show(one, other);
        if (copy instanceof Element) show(other, copy);
      }

      /** An element shows what another does; what stands in it besides stays, as a framework leaves it. */
      function show(one: Element, model: Element): void {
        const overlays = [...one.querySelectorAll('skinlens-prices')];
        const copy = model.cloneNode(true);
        if (!(copy instanceof Element)) return;
        for (const overlay of copy.querySelectorAll('skinlens-prices')) overlay.remove();
        one.setAttribute('data-expect', model.getAttribute('data-expect') ?? 'none');
        one.replaceChildren(...copy.childNodes);
        one.querySelector('.price-row')?.after(...overlays);
      }

      /** Until what stands now was painted. */
      function frame(): Promise<void> {
        return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }

      /** A copy of our element shows nothing, for it has no shadow. */
      function look(): string[] {
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
