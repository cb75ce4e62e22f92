import { describe, expect, test } from 'vitest';
import { quotedOffer } from '#core/prices/quote.ts';
import type { AskedName } from '#protocol/messages.ts';
import { type WorldService, worldForEach } from '../price-service-world.ts';
import { json } from '../stub-relay.ts';
import { asking } from '../table-of.ts';

/** A pair that the extension does not ship (`core/twins.ts`). */
const [spaced, unspaced] = ['Sticker | New Twin (Foil)', 'Sticker | New Twin(Foil)'];
const redline = 'AK-47 | Redline (Field-Tested)';

const feed = (prices: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(prices).map(([name, cents]) => [name, { price_buff: cents, price_uu: cents, price_csfloat: cents }]),
  );

let etag = 0;
const tells = (prices: Readonly<Record<string, number>>) => json(feed(prices), { ETag: `"${etag++}"` });

const { relay, world } = worldForEach(tells({ [spaced]: 1789, [unspaced]: 353, [redline]: 4000 }));

const centsOf = async (service: WorldService, ...names: AskedName[]) =>
  (await service.quotesWithoutUse(names)).quotes.map((quote) => quotedOffer(quote, 'buff163').cents);

describe('twins', () => {
  test('of one feed both keep their prices, and an assembled name gets neither', async () => {
    const service = world.start();
    await service.refresh();
    expect(await centsOf(service, spaced, unspaced)).toEqual([1789, 353]);
    expect(await centsOf(service, { assembled: spaced }, { assembled: unspaced })).toEqual([undefined, undefined]);
    expect(await centsOf(service, spaced.toLowerCase())).toEqual([undefined]);
    expect(await centsOf(service, { assembled: redline })).toEqual([4000]);
  });

  test.each([
    ['the next worker', async () => undefined],
    ['another relay', (service: WorldService) => service.relayChanged()],
  ])('of which a refresh drops one stay known to %s', async (_, before) => {
    await world.start().refresh();
    await before(world.start());
    relay.answer = tells({ [spaced]: 1800, [redline]: 4000 });
    await world.start().refresh();
    const service = world.start();
    expect(await centsOf(service, spaced, unspaced, { assembled: spaced })).toEqual([1800, undefined, undefined]);
    relay.answer = tells({ [unspaced]: 400, [redline]: 4000 });
    await service.refresh();
    expect(await centsOf(world.start(), spaced, unspaced, { assembled: unspaced })).toEqual([
      undefined,
      400,
      undefined,
    ]);
  });

  test('that another feed tells are known, without a price, also after the next refresh', async () => {
    relay.answer = tells({ [spaced]: 1789, [redline]: 4000 });
    const service = world.start();
    await service.refresh();
    expect(await centsOf(service, { assembled: spaced })).toEqual([1789]);
    const { changes } = world;
    await service.numberNames([spaced, redline]);
    expect(world.changes).toBe(changes);
    const numbered = await service.numberNames([unspaced, redline]);
    expect([world.changes, [...(numbered?.numbers ?? [])], world.names?.[2]]).toEqual([changes + 1, [2, 1], unspaced]);
    expect(await centsOf(service, spaced, unspaced, { assembled: spaced })).toEqual([1789, undefined, undefined]);
    relay.answer = tells({ [spaced]: 1800, [redline]: 4000 });
    await world.start().refresh();
    expect(await centsOf(world.start(), spaced, unspaced, { assembled: spaced })).toEqual([1800, undefined, undefined]);
    expect((await world.start().status()).table?.items).toBe(2);
  });
});

test('names are stored before their table: a worker may end between them', async () => {
  world.stuck = true;
  void world.start().refresh();
  await expect.poll(() => world.names).toEqual([spaced, unspaced, redline]);
});

test('lost names begin a new catalogue with the next whole body, which is asked for', async () => {
  const before = await world.start().numberNames([]);
  await world.start().refresh();
  const first = await world.start().numberNames([]);
  world.names = undefined;
  await world.start().refresh();
  const second = await world.start().numberNames([]);
  expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  expect([before, second?.table.catalogue === first?.table.catalogue]).toEqual([undefined, false]);
  expect(world.names).toEqual([spaced, unspaced, redline]);
});

describe('the spelling of the table', () => {
  test('is told where it differs from the name that was asked for, and only there', async () => {
    const service = world.start();
    await service.refresh();
    const asked = [
      redline,
      redline.toLowerCase(),
      'AWP | Asiimov (Field-Tested)',
      { assembled: redline.toUpperCase() },
    ];
    expect(await service.quotesWithoutUse(asked)).toMatchObject({
      quotes: [asking(4000), asking(4000), null, asking(4000)],
      spellings: { 1: redline, 3: redline },
    });
    expect(await service.quotesWithoutUse([redline, { assembled: redline }])).not.toHaveProperty('spellings');
  });

  test.each([undefined, ['AK-47 | Redline (Minimal Wear)', '', redline.replace('Redline', 'Vulcan')]])(
    'that the stored names do not confirm (%j) gives no price',
    async (stored) => {
      const service = world.start();
      await service.refresh();
      world.names = stored;
      expect(await service.quotesWithoutUse([redline.toLowerCase(), redline])).toMatchObject({
        quotes: [null, asking(4000)],
        spellings: {},
      });
    },
  );
});
