import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { maskPath, maskText } from '#page/report/mask.ts';
import { jsonShape, outlinePage } from '#page/report/page-outlines.ts';
import { encodeAnswerEvent } from '#protocol/page-events.ts';

const secrets = {
  name: 'Zyxwin Quorble',
  handle: 'zyxwinquorble',
  mail: 'zyxwin.q@mailbox.invalid',
  token: 'sk_live_9fQ2xZ81LmT0aa71',
  steam: '76561198012345678',
};
const pieces = ['zyx', 'quorb', 'mailbox', '9fq2', 'sk_live', '7656', '12345'];

/** Fails when any piece of a secret is in a text. */
function expectNoSecret(text: string): void {
  for (const piece of pieces) expect(text.toLowerCase()).not.toContain(piece);
}

const card = ({ name, handle, mail, token, steam }: typeof secrets) => `
  <article class="card card--wide seller-${handle} ${token} u${steam}" data-user="${name}" data-${handle}="1" id="${steam}"
    style="background:url(https://img.invalid/${handle}.png?u=${mail})" onclick="track('${token}')">
    <a class="link" href="https://user:${token}@shop.invalid/users/${handle}/item/${steam}?token=${token}#${mail}">AK-47 | Redline</a>
    <img class="pic" src="//cdn.invalid/${token}/${handle}.png?sig=${token}" alt="${name} (Field-Tested)" title="${mail}">
    <${handle} class="x"><p class="price">$ 1,234.50 – StatTrak™ ${name}</p></${handle}>
    <user-${handle}>${mail}</user-${handle}>
    <input class="field" value="${token}" placeholder="${name}"><textarea>${mail}</textarea>
    <script>const token = '${token}'</script><!-- ${mail} --><style>.${handle}{}</style>
    <template><b>${name}</b></template><iframe srcdoc="${mail}"></iframe>
    <svg><title>${name}</title></svg><i class="${mail}">${steam}</i>
  </article>`;

const documentOf = (html: string) =>
  new JSDOM(`<body><main>${html}</main>`, { url: 'https://shop.invalid/' }).window.document;

const unreadIn = (document: Document) =>
  [...document.querySelectorAll('.card')].map((element) => ({ element, state: 'unread' as const }));

const plain = '<article class="card card--wide"><a class="link" href="/a">b</a><p class="price">$1.00</p></article>';

describe('an outline', () => {
  const document = documentOf(card(secrets) + plain.repeat(3));
  const cards = unreadIn(document).slice(0, 1);

  test('holds no secret of text, attributes, addresses, tags, classes, scripts or comments', () => {
    expectNoSecret(JSON.stringify(outlinePage(document, cards)));
  });

  test('keeps tags, shared classes, names of attributes, words of the trade, and shapes', () => {
    const [html = ''] = outlinePage(document, cards).cards;
    expect(html).toContain('<article class="card card--wide ');
    expect(html).toContain('<a class="link" href="/users/aaaaaaaaaaaaa/item/00000000000000000">');
    expect(html).toContain('AK-47 | aaaaaaa');
    expect(html).toContain('$ 0,000.00 – StatTrak™ aaaaaa aaaaaaa');
    expect(html).toContain('(Field-Tested)');
  });

  test('is bounded', () => {
    const deep = documentOf(`<div class="card">${'<div class="c">text '.repeat(300)}</div>`);
    const { cards: outlines } = outlinePage(deep, unreadIn(deep));
    expect(outlines[0]?.length).toBeLessThan(12_000);
    const wide = documentOf(`<div class="card">${'<b class="c">text</b>'.repeat(900)}</div>`.repeat(4));
    const all = outlinePage(wide, unreadIn(wide)).cards;
    expect(all.length).toBe(3);
    expect(all.join('').length).toBeLessThan(36_000);
  });

  test('is of what looks like a card where there is none', () => {
    const { guessed, cards: outlines } = outlinePage(documentOf(plain.repeat(6)), []);
    expect([guessed, outlines.length]).toEqual([true, 3]);
    expect(outlines[0]).toContain('<p class="price">');
    expect(outlinePage(documentOf('<p>nothing</p>'), []).cards).toEqual([]);
  });
});

describe('the shape of an answer', () => {
  const { name, handle, mail, token, steam } = secrets;
  const body = {
    data: [
      { id: steam, market_hash_name: name, price: 12.5, seller: { steam_id: steam, [handle]: mail }, foo: 1 },
      { id: steam, market_hash_name: name, price: 13, seller: { steam_id: steam }, foo: 2 },
      { id: '7', market_hash_name: name, price: null, seller: { steam_id: steam }, foo: 3 },
    ],
    [handle]: { [mail]: token, [token]: name },
    users: { [steam]: { name }, [name]: { name }, [handle]: { name } },
    total: '12.50',
  };
  const shapeOf = (value: unknown) =>
    outlinePage(
      documentOf(''),
      [],
      [encodeAnswerEvent(`https://shop.invalid/api/v1/${handle}/items?key=${token}`, JSON.stringify(value))],
    );

  test('holds no secret of values, keys or the address', () => {
    expectNoSecret(JSON.stringify(shapeOf(body)));
  });

  test('keeps programmers’ words, and keys that most rows have, with types', () => {
    const { path, shape } = shapeOf(body).answers[0] ?? { path: '', shape: '{}' };
    expect(path).toBe('/api/v1/aaaaaaaaaaaaa/items');
    expect(JSON.parse(shape)).toMatchObject({
      data: [
        '3 entries',
        {
          id: 'whole number as text',
          market_hash_name: 'text',
          price: { either: ['null', 'number'] },
          foo: 'number',
        },
      ],
      total: 'decimal as text',
    });
  });

  test('is bounded', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({ [`k${at}`]: { [`x${at}`]: [at] } }));
    expect(shapeOf(rows).answers[0]?.shape.length).toBeLessThanOrEqual(6000);
    let deep: unknown = 1;
    for (let at = 0; at < 500; at++) deep = { a: deep };
    expect(JSON.stringify(jsonShape(deep)).length).toBeLessThan(200);
  });
});

test('a masked text has no letter or digit of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const masked = maskText(`${text}`, 80).replace(/AWP|FT/gi, '');
      for (const character of masked) if (/[\p{L}\p{N}]/u.test(character)) expect('a0').toContain(character);
    }),
  );
});

test('a masked path has no query, fragment, host or user', () => {
  expect(maskPath('https://me:pw@host.invalid:8/items/Secret7?x=1#y')).toBe('/items/aaaaaa0');
  expect(maskPath('data:text/html,hello')).not.toContain('hello');
  expect(maskPath('javascript:steal()')).not.toContain('steal');
});
