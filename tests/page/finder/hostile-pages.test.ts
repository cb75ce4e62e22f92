import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { picturesIn } from '#page/finder/attribute-signs.ts';
import { searchCards } from '#page/finder/card-search.ts';
import { maxAnswerLength } from '#protocol/page-events.ts';
import { itemsOn, openFinder } from './find-items.ts';

const names = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'Kilowatt Case',
  'Desert Eagle | Printstream (Field-Tested)',
];
const cards = (inner: (name: string) => string) =>
  `<main>${names.map((name) => `<div class="c">${inner(name)}<b>$1</b></div>`).join('')}</main>`;

describe('planted names', () => {
  test.each([
    ['display', (name: string) => `<p style="display: none">${name}</p>`],
    ['visibility', (name: string) => `<p style="visibility: hidden">${name}</p>`],
    ['opacity', (name: string) => `<div style="opacity: 0"><p>${name}</p></div>`],
    [
      'the colour behind it',
      (name: string) => `<div style="background-color: #141414"><p style="color: rgb(20, 20, 20)">${name}</p></div>`,
    ],
    ['no colour', (name: string) => `<p style="color: transparent">${name}</p>`],
    ['a hidden attribute', (name: string) => `<img style="display: none" alt="${name}">`],
    ['aria-hidden', (name: string) => `<p aria-hidden="true">${name}</p>`],
    ['a script', (name: string) => `<script>${name}</script>`],
    ['JSON in a script', (name: string) => `<script type="application/json">{"name":"${name}"}</script>`],
    ['JSON that a script assigns', (name: string) => `<script>window.state = {"id":812345,"name":"${name}"}</script>`],
    [
      'the picture of a hidden style',
      (name: string) => `<i style="display: none; background: url(/${encodeURIComponent(name)}.png)"></i>`,
    ],
    ['a style', (name: string) => `<style>${name}</style>`],
    ['a template', (name: string) => `<template><p>${name}</p></template>`],
    ['a noscript', (name: string) => `<noscript>${name}</noscript>`],
    ['a comment', (name: string) => `<!-- ${name} -->`],
    [
      'an own element of the extension',
      (name: string) => `<skinlens-prices data-item="${name}">${name}</skinlens-prices>`,
    ],
  ])('in %s name nothing', async (_, inner) => {
    expect(await itemsOn(cards(inner))).toEqual([]);
  });

  test('in plain sight name the items, so that the tests above can fail', async () => {
    expect(await itemsOn(cards((name) => `<p>${name}</p>`))).toEqual(names);
  });

  test.each(['\\q', '\\u12', '\\x41', 'a\nb'])('beside broken JSON, %j, stay found', async (broken) => {
    const data = `<i data-info='{"market_hash_name":"${broken}"}'></i>`;
    expect(await itemsOn(data + cards((name) => `<p>${name}</p>${data}`))).toEqual(names);
  });

  test('two names in each card', async () => {
    expect(await itemsOn(cards((name) => `<p>${name}</p><img alt="P250 | Sand Dune (Factory New)">`))).toEqual([]);
  });

  test('an id that two items share', async () => {
    const html = cards(() => '<a href="/i/812345">buy</a>');
    expect(await itemsOn(html, [names.map((name) => ({ id: 812_345, name }))])).toEqual([]);
  });

  test('an id of a seller, a picture or a sticker', async () => {
    const html = cards(() => '<a href="/u/812345">seller</a>');
    const [name] = names;
    expect(
      await itemsOn(html, [[{ id: 1, name, seller_id: 812_345, image_id: 812_345, stickers: [{ id: 812_345 }] }]]),
    ).toEqual([]);
  });

  test('an offer of other goods than its card says', async () => {
    const answer = names.map((name, at) => [
      { goods_id: 70_001 + at, name },
      { id: `order-${at}`, goods_id: 70_001 + at },
    ]);
    const html = (offset: number) =>
      cards((name) => {
        const at = names.indexOf(name);
        return `<a id="order-${at}" data-goods="${70_001 + ((at + offset) % names.length)}">buy</a>`;
      });
    expect(await itemsOn(html(0), [answer])).toEqual(names);
    expect(await itemsOn(html(1), [answer])).toEqual([]);
  });

  test('clones of a card show what they say', async () => {
    const page = openFinder(cards((name) => `<p>${name}</p>`));
    await page.start();
    const main = page.document.querySelector('main');
    main?.append(...[...page.document.querySelectorAll('.c')].map((card) => card.cloneNode(true)));
    await page.settle();
    expect(page.items()).toEqual([...names, ...names]);
  });
});

describe('work without end', () => {
  test('thousands of alts: at most 2,000 names a second, 500 a request', async () => {
    const alts = Array.from(
      { length: 2600 },
      (_, at) => `<div class="c"><img alt="AK-47 | Plant ${at} (Field-Tested)"></div>`,
    );
    const page = openFinder(`<main>${alts.join('')}</main>`);
    await page.start();
    expect(Math.max(...page.asked.map(({ length }) => length))).toBeLessThanOrEqual(500);
    expect(page.asked.flat().length).toBe(2000);
    page.pass(1000);
    await page.settle();
    expect(page.asked.flat().length).toBeGreaterThan(2000);
    expect(page.asked.flat().length).toBeLessThanOrEqual(4000);
  });

  test('a worker that never answers is asked six times', async () => {
    const page = openFinder(cards((name) => `<p>${name}</p>`));
    page.current.works = false;
    await page.start();
    for (let round = 0; round < 9; round++) {
      page.pass(3000);
      await page.settle();
    }
    expect(page.asked).toHaveLength(6);
  });

  test('an answer beyond the limit is not read', async () => {
    const page = openFinder(cards(() => '<a href="/i/812345">buy</a>'));
    page.finder.start();
    page.finder.addAnswer(`[${JSON.stringify({ id: 812_345, name: names[0] })}, "${' '.repeat(maxAnswerLength)}"]`);
    await page.settle();
    expect(page.asked).toEqual([]);
  });

  test.each([
    '[',
    '{"a":',
    '"',
    '{"a":"b',
    '}'.repeat(9),
    '['.repeat(100_000),
    `{"a":"${'\\'.repeat(99_999)}`,
    '{"a":nul',
    '',
  ])('a broken answer: %.20s', async (json) => {
    const page = openFinder(cards((name) => `<p>${name}</p>`));
    page.finder.start();
    page.finder.addAnswer(json);
    await page.settle();
    expect(page.found().size).toBe(names.length);
  });

  test('lists within lists are searched in short steps', () => {
    const list = (level: number): string =>
      level === 0
        ? ''
        : `<div class="list">${'<div class="card"></div>'.repeat(60)}<div class="inner">${list(level - 1)}</div></div>`;
    const { window } = new JSDOM(list(12));
    const { prototype } = window.Element;
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'classList') ?? {};
    let compared = 0;
    Object.defineProperty(prototype, 'classList', {
      get() {
        compared++;
        return get?.call(this);
      },
    });
    const cards = [...window.document.querySelectorAll('.card')];
    const search = searchCards(new Map(cards.map((card, at) => [card, { core: `ak-47 | plant ${at}` }])));
    const steps: number[] = [];
    for (let step = search.next(); ; step = search.next()) {
      steps.push(compared);
      compared = 0;
      if (!step.done) continue;
      expect([...step.value]).toEqual(cards);
      break;
    }
    expect(Math.max(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(20_000);
  });

  test('a style of a million pictures is read in part', () => {
    expect(picturesIn('style', 'background: url(a)'.repeat(1_000_000)).length).toBeLessThan(1000);
  });

  test('a text without end in a card is no more than one that is too long', async () => {
    const html = cards((name) => `<p>${name}</p><i>${'x '.repeat(100_000)}</i>`);
    expect(await itemsOn(html)).toEqual([]);
  });

  test('nothing is left after the end', async () => {
    const page = openFinder(cards((name) => `<p>${name}</p>`));
    page.finder.start();
    page.finder.stop();
    page.document.body.append('AK-47 | Redline (Field-Tested)');
    page.finder.addAnswer('[]');
    await page.settle();
    expect(page.asked).toEqual([]);
    expect(page.finder.find().size).toBe(0);
  });
});
