import { test } from 'vitest';
import { pages } from '/work/finder/tests/sites/page.ts';
import { openFinder } from '/work/finder/tests/content/finder/find-items.ts';

test('coverage', async () => {
  const sites = new Map<string, {right:number,all:number,wrong:string[],missed:string[],extra:string[]}>();
  for (const sample of pages) {
    const t = sites.get(sample.site) ?? {right:0,all:0,wrong:[],missed:[],extra:[]};
    sites.set(sample.site, t);
    const expects: string[] = [];
    const html = sample.html.replace(/data-expect=(?:'([^']*)'|"([^"]*)")/g, (_, a, b) => { expects.push((a ?? b).replaceAll('&#39;',"'").replaceAll('&quot;','"')); return `data-n="${expects.length-1}"`; }).replaceAll(' data-other-game','').replace(/<script.*?<\/script>/gs,'').replace('</head>','<style>img{display:inline-block!important}</style></head>');
    const page = openFinder(html, { url: sample.url });
    page.finder.start();
    for (const a of sample.answers) page.finder.addAnswer(a.body);
    await page.settle();
    const found = page.found();
    const seen = new Set<number>();
    for (const [card, r] of found) {
      const holder = card.closest('[data-n]') ?? (card.querySelectorAll('[data-n]').length === 1 ? card.querySelector('[data-n]') : null);
      if (!holder) { t.extra.push(sample.page+': '+r.item+' in '+card.outerHTML.slice(0,200)); continue; }
      const n = Number(holder.getAttribute('data-n'));
      const e = expects[n]; 
      if (e === 'none') { t.wrong.push(sample.page+': none but '+JSON.stringify(r)+' in '+card.textContent?.replace(/\s+/g,' ').slice(0,150)); continue; }
      const w = JSON.parse(e);
      if (w.item !== r.item) t.wrong.push(sample.page+': '+w.item+' but '+JSON.stringify(r));
      else if (w.phase && r.phase && w.phase!==r.phase) t.wrong.push('phase '+w.item+w.phase+r.phase);
      else if (seen.has(n)) t.wrong.push('twice '+w.item);
      else { t.right++; seen.add(n); }
    }
    expects.forEach((e, n) => { if (e !== 'none') { t.all++; if (!seen.has(n)) t.missed.push(sample.page+': '+e); } });
    page.finder.stop();
  }
  let r=0,a=0;
  for (const [s,t] of sites) { r+=t.right;a+=t.all; console.log(s, `${t.right}/${t.all}`, t.wrong.length?'WRONG '+t.wrong.join('\n   '):'', t.extra.length ? 'EXTRA '+t.extra.join('\n    '):'', process.env.V===s||process.env.V==='all'?'MISSED\n   '+t.missed.join('\n   '):''); }
  console.log('TOTAL', r, a, r/a);
});
