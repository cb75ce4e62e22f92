import { test } from 'vitest';
import { pages } from '/work/finder/tests/sites/page.ts';
import { openFinder, catalogue } from '/work/finder/tests/content/finder/find-items.ts';
import { wordsOf } from '#content/finder/card-words.ts';
import { readWords } from '#content/finder/read-words.ts';
import { PageSigns } from '#content/finder/page-signs.ts';
import { searchCards } from '#content/finder/card-search.ts';
import { AnswerNames } from '#content/finder/answer-names.ts';
test('dbg', () => {
  const known = { has: (n: string) => catalogue.has(n) };
  for (const [site, page] of (process.env.P ?? '').split(';').map(x => x.split(':'))) {
    const sample = pages.find(p => p.site === site && p.page === page)!;
    const html = sample.html.replace(/data-expect=(?:'([^']*)'|"([^"]*)")/g, (_, a, b) => `data-n data-e="${(a??b).length}"`).replace(/<script.*?<\/script>/gs,'').replace('</head>','<style>img{display:inline-block!important}</style></head>');
    const exp = [...sample.html.matchAll(/data-expect=(?:'([^']*)'|"([^"]*)")/g)].map(m=>m[1]??m[2]);
    const { document } = openFinder(html, { url: sample.url });
    const answers = new AnswerNames(known);
    for (const a of sample.answers) for (const _ of answers.read(a.body));
    for (const _ of answers.decide());
    const namesOf = (id: string) => answers.namesOf(id);
    console.log(site, page, 'ids', answers.size);
    const signs = new PageSigns(namesOf);
    for (const _ of signs.scan(document.body, true));
    const gen = searchCards(signs.elements); let r = gen.next(); while (!r.done) r = gen.next();
    const cards = r.value as Set<Element>;
    [...document.querySelectorAll('[data-n]')].forEach((c, i) => {
      const w = wordsOf(c, { isShown: () => true, namesOf });
      const inner = [...cards].filter(x => c.contains(x) || x.contains(c)).map(x => x.localName + '.' + x.className);
      console.log(exp[i]?.slice(0, 70), '| cards', inner.join(','), '|', JSON.stringify(w && { s: w.signs.map(s=>s.text+(s.leads?'!':'')), t: w.texts, j: w.joined }).slice(0, 330), '=>', JSON.stringify(w && readWords(w, known, { mayTranslate: w.joined.length > 0, writesMarks: true })));
    });
  }
});
