import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import { type UpdateSettings, useSettings } from '#ui/pages/live-settings.ts';

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
};

/** A page with settings; `shown` are the markets of each rendering. A write tells the listeners before it ends. */
async function open() {
  const listeners = new Set<() => void>();
  const world = {
    settings: parseSettings({ markets: ['buff163'] }),
    shown: [] as string[],
    change: (async () => true) as UpdateSettings,
  };
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const access = {
    loadSettings: async () => world.settings,
    changeSettings: async (edit: (settings: Settings) => Settings) => {
      world.settings = edit(world.settings);
      for (const listener of listeners) listener();
      await pause();
      return world.settings;
    },
    onSettings: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  function Page() {
    const { settings, change } = useSettings(access);
    world.change = change;
    if (settings) world.shown.push(settings.markets.join());
    return <p>{settings?.markets.join()}</p>;
  }
  document.body.innerHTML = '<div id="app"></div>';
  await act(() => render(<Page />, document.querySelector('#app') ?? document.body));
  await settle();
  return { world, access };
}

afterEach(() => act(() => render(null, document.querySelector('#app') ?? document.body)));

const add =
  (market: 'steam' | 'skins') =>
  (settings: Settings): Settings => ({ ...settings, markets: [...settings.markets, market] });

test('an own change shows at once and never twice', async () => {
  const { world } = await open();
  await act(() => {
    void world.change(add('steam'));
    void world.change(add('skins'));
  });
  await settle();
  expect([...new Set(world.shown)]).toEqual(['buff163', 'buff163,steam,skins']);
});

test('a change by another page that comes during an own write is shown after it', async () => {
  const { world, access } = await open();
  await act(async () => {
    void world.change(add('steam'));
    void access.changeSettings((settings) => ({
      ...settings,
      theme: 'dark',
      markets: [...settings.markets, 'dmarket'],
    }));
  });
  await settle();
  expect(new Set(world.shown.at(-1)?.split(','))).toEqual(new Set(['buff163', 'steam', 'dmarket']));
});
