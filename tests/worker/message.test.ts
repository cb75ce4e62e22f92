import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isString } from '#core/asks/guards.ts';
import { valid } from '#core/settings/setting-controls.ts';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import { earlyMessages } from '#worker/early-messages.ts';
import { createReplier, messageFor } from '#worker/message.ts';
import { messages } from '#worker/messages.ts';
import { quoted } from '../quoted.ts';
import { runs } from '../seed.ts';

const ownPage = { isOwnPage: true, tab: undefined };
const contentScript = { isOwnPage: false, tab: 7 };

const message = messageFor<{ readonly said: unknown[] }>();
const table = {
  say: message('anyone', valid(isString), async (text, { said }, { tab }) => void said.push([text, tab])),
  secret: message('own-pages', valid(isString), async (text) => text),
  fail: message('anyone', valid(isString), () => Promise.reject(new Error('no room'))),
};

function open() {
  const said: unknown[] = [];
  return { said, reply: createReplier(table, { said }) };
}

test('a valid request reaches its handler with who asks', async () => {
  const { said, reply } = open();
  expect(await reply('say', 'hello', contentScript)).toMatchObject({ ok: true });
  expect(said).toEqual([['hello', 7]]);
});

test('an invalid request, a kind that is none, and a failure are refused in words', async () => {
  const { said, reply } = open();
  expect(await reply('say', 7, contentScript)).toEqual({ ok: false, error: 'not a request of this kind' });
  for (const kind of ['none', 'toString', '__proto__'])
    expect(await reply(kind, 'hello', ownPage)).toEqual({ ok: false, error: 'not a kind of message' });
  expect(await reply('fail', 'hello', contentScript)).toEqual({ ok: false, error: 'Error: no room' });
  expect(said).toEqual([]);
});

test('what only own pages may send is refused to content scripts', async () => {
  const { reply } = open();
  expect(await reply('secret', 'hello', ownPage)).toEqual({ ok: true, answer: 'hello' });
  expect(await reply('secret', 'hello', contentScript)).toMatchObject({ ok: false });
});

test('content scripts, which run in hostile pages, may send these and no others', () => {
  const all = Object.entries({ ...earlyMessages, ...messages });
  expect(all.flatMap(([kind, { from }]) => (from === 'anyone' ? [kind] : [])).sort()).toEqual([
    'bought',
    'bought-back',
    'details',
    'drawn',
    'explore',
    'first-check',
    'history',
    'offers',
    'quotes',
    'script',
    'seen',
    'settings',
  ]);
});

const bought = { name: 'AK-47 | Redline (Field-Tested)', paid: { cents: 1250, currency: 'COIN' }, site: 'csgoempire' };
test.each<[string, unknown]>([
  ['amount', { ...bought, paid: null }],
  ['finite amount', { ...bought, paid: { cents: 1e300, currency: 'USD' } }],
  ['amount of 0 or more', { ...bought, paid: { cents: -1, currency: 'USD' } }],
  ['currency', { ...bought, paid: { cents: 1, currency: '<b>' } }],
  ['name', { ...bought, name: '<img>' }],
  ['site', { ...bought, site: 'https://x' }],
  ['wear', { ...bought, wearValue: 2 }],
  ['lock that is a time', { ...bought, lockedUntil: 9e15 }],
])('a purchase needs a possible %s', (_, request) => {
  expect(messages.bought.parse({ ...bought, boughtAt: 1, count: 7 })).toEqual(bought);
  expect(messages.bought.parse(request)).toBeUndefined();
});

/** Early requests as schemas. */
const schemas = {
  quotes: z.object({
    names: z.array(z.union([z.string(), z.object({ assembled: z.string() })])).check(z.maxLength(maxNames)),
    changes: z.optional(z.boolean()),
    exits: z.optional(z.boolean()),
    more: z.optional(z.array(z.string().check(z.maxLength(maxSiteLength))).check(z.maxLength(2))),
  }),
  settings: z.object({ site: z.string().check(z.maxLength(maxSiteLength)) }),
};

const odd = fc.constantFrom<unknown>(undefined, null, 0, 'x', [], {}, [1], ['x', null], [{ assembled: 1 }], Array(3), {
  length: 1,
});
const names = fc.oneof(
  fc.array(fc.oneof(fc.string(), fc.record({ assembled: fc.string(), more: fc.anything() }, { requiredKeys: [] }))),
  odd,
  fc.constantFrom(Array(maxNames).fill('x'), Array(maxNames + 1).fill('x')),
);
const site = fc.oneof(fc.string(), odd, fc.constantFrom('x'.repeat(maxSiteLength), 'x'.repeat(maxSiteLength + 1)));
const flag = fc.constantFrom<unknown>(true, false, undefined, 1);
const request = fc.oneof(
  fc.record({ names, site, changes: flag, exits: flag, more: fc.oneof(names, fc.anything()) }, { requiredKeys: [] }),
  fc.anything(),
);

test.each(['quotes', 'settings'] as const)('the guard of %s accepts exactly what a schema accepts', (kind) => {
  fc.assert(
    fc.property(request, (some) => {
      expect(earlyMessages[kind].parse(some) !== undefined).toBe(schemas[kind].safeParse(some).success);
    }),
    { numRuns: runs(2000) },
  );
});

test('a quote has its change, its exit and more offers where a page asks for them, by the table’s spelling, and samples have none', async () => {
  const byName =
    <T>(value: T) =>
    async () => ({
      version: '2',
      find: (name: string) => (name === 'Awp' ? value : undefined),
    });
  const table = { version: '1', asOf: 0 };
  const answer = {
    table,
    fault: null,
    rates: null,
    quotes: [quoted({ buff163: 1 }, 0), null],
    spellings: { 0: 'Awp' },
  };
  const [week, exit] = [{ buff163: { percent: -5 } }, 'thin' as const];
  const ask = async (more: object, sample?: true) => {
    const told = { ...answer, table: { ...table, sample } };
    const deps = {
      quotes: async () => told,
      week: byName(week),
      exits: byName(exit),
      offersOf: async (names: readonly string[], on: readonly string[] = []) =>
        names.map((name) => on.map((id) => ({ market: 'steam' as const, link: `${id} ${name}` }))),
      tellSettings: () => Promise.reject(),
    };
    const reply = await createReplier(earlyMessages, deps)('quotes', { names: ['AWP', 'x'], ...more }, contentScript);
    return 'answer' in reply ? reply.answer : reply;
  };
  expect(await ask({ changes: true, exits: true })).toMatchObject({
    table: { version: '1 2 2' },
    quotes: [{ week, exit }, null],
  });
  expect(await ask({})).toEqual(answer);
  expect(await ask({ more: ['skinport', 'steam'] })).toMatchObject({
    table: { version: '1 steam' },
    quotes: [{ more: [{ market: 'steam', link: 'steam Awp' }] }, null],
  });
  for (const more of [['csfloat'], ['skinport']]) expect(await ask({ more })).toEqual(answer);
  expect(await ask({ changes: true, exits: true, more: ['steam'] }, true)).toMatchObject({
    table: { version: '1' },
    quotes: answer.quotes,
  });
});
