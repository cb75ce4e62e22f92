import fc from 'fast-check';
import { createApi } from '#relay/api/app.ts';
import { defaultLimits } from '#relay/limits.ts';
import { stillDeps, stillNow } from '../../relay/still-deps.ts';
import { type Claim, claim } from '../claim.ts';
import { readTarget } from '../reference/request-targets.ts';
import { same } from '../same.ts';

const origins = [
  '',
  '',
  '',
  'http://localhost:8787',
  'HTTP://h',
  'https://a:b@h',
  'http://',
  'ftp://h',
  'x:',
  '/',
  '.',
];
const paths = [
  ...['/api/prices', '/api/prices', '/api/prices', '/api/get-partner-prices', '/api/csgoroll-prices'],
  ...['/api/%70rices', '/api%2fprices', '/API/prices', '/api//prices', '//api/prices', '/api/../api/prices', '/.'],
  ...['/api/prices/', '/api/prices;x', '/api\\prices', '', '/', '*', '/__proto__', '/api/:path', '/api/*'],
];
const marks = ['?', '?', '?', '', '#', '#?', '??', '%3f', '%23', ';', '&', '/?', '?#', '%', '%2', '\\'];
const params = [
  ...['markets=steam', 'markets=steam', 'markets=steam%2Cbuff163', 'markets=buff163,steam', 'fields=count', 'markets='],
  ...['m%61rkets=steam', 'markets=%73team', 'Markets=steam', 'markets=+steam,,', 'markets=steam%00', 'markets=steam%'],
  ...['markets=merchant', 'markets=steam;fields=count', 'markets[]=steam', 'x', '', '=', '%', '%ff=%fe', 'a=1', '?a=2'],
  ...['fields=link,count,link', 'fields=%E2%98%85', '__proto__=1', 'markets=steam#', 'markets=steam=', '+=%20'],
];
const targets = fc
  .tuple(
    fc.constantFrom(...origins),
    fc.constantFrom(...paths),
    fc.constantFrom(...marks),
    fc.array(fc.constantFrom(...params), { maxLength: 3 }).map((parts) => parts.join('&')),
  )
  .map((parts) => parts.join(''));
const changed = fc
  .tuple(targets, fc.nat(), fc.constantFrom(...'/?#%&=;:.\\+@'.split(''), '%2f', '//', ''))
  .map(([target, where, mark]) => {
    const at = where % (target.length + 1);
    return target.slice(0, at) + mark + target.slice(at + (mark === '' ? 1 : 0));
  });

/** A relay whose upstream never has data and whose clock runs, so that every request of a client asks upstream. */
function startApp() {
  const asked: string[] = [];
  const unlimited = Number.POSITIVE_INFINITY;
  let now = stillNow;
  const { app } = createApi(
    stillDeps('http://upstream', {
      pollMs: 1,
      limits: { ...defaultLimits, upstreamPerMinute: unlimited, otherUpstreamPerMinute: unlimited },
      fetch: async (url) => {
        asked.push(url.slice('http://upstream'.length));
        throw new TypeError('unreachable');
      },
      now: () => now,
      monotonicMs: () => (now += 3_600_000),
      loopbackOnly: false,
      metrics: undefined,
    }),
  );
  return async (target: string) => {
    asked.length = 0;
    const { status } = await app.fetch(new Request('http://localhost/'), bindingsOf(target));
    return asked.length === 0 ? { status } : { source: asked.join(' ') };
  };
}

const bindingsOf = (url: string) => ({ incoming: { url, socket: {} } });

export function claims(): readonly Claim[] {
  const ask = startApp();
  const check = async (target: string) => same(await ask(target), readTarget(target), target);
  return [
    claim(
      'a target is answered as a slow reader says: with its own query, or 404',
      fc.asyncProperty(targets, check),
      3000,
    ),
    claim('so is one with a mark too many or a letter less', fc.asyncProperty(changed, check), 2000),
  ];
}
