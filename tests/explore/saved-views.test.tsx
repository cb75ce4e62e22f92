import { afterEach, describe, expect, test } from 'vitest';
import { button, click, field, query, text, type } from '../popup/screen.tsx';
import { now } from './random-items.ts';
import { close, createEnvironment, expand, itemAt, open } from './screen.tsx';

afterEach(close);

const items = [itemAt('AK-47 | Redline', 1000), itemAt('AWP | Asiimov', 5000), itemAt('M4A4 | Howl', 300_000)];

describe('saved views', () => {
  test('are stored by name, opened again, replaced and deleted', async () => {
    const env = await open(createEnvironment(items), 'q=awp');
    await expand('.saved');
    await type('Name of this view', '  Snipers ');
    await click(button('Save view'));
    expect(env.state.views).toEqual([{ name: 'Snipers', address: 'q=awp' }]);
    await click(button('Rising'));
    await type('Name of this view', 'Snipers');
    await click(button('Save view'));
    expect(env.state.views).toEqual([{ name: 'Snipers', address: 'view=rising' }]);
    await click(button('All items'));
    await click(button('Snipers'));
    expect(query('.views [aria-current=page]').textContent).toBe('Rising');
    await click(button('Delete the view Snipers'));
    expect(env.state.views).toEqual([]);
  });

  test('tell of new rows while their switch is on, also after they are saved again', async () => {
    const env = createEnvironment(items);
    const seen: unknown[] = [];
    env.worker['view-alerts'] = async () => {
      seen.push(env.state.views);
      return [];
    };
    env.state.views = [
      { name: 'Mine', address: 'q=awp' },
      { name: 'Other', address: 'q=ak' },
    ];
    await open(env, 'q=m4');
    await expand('.saved');
    expect(document.querySelector('.saved .note')).toBeNull();
    await click(field('Tell me about new rows: Mine'));
    const [mine, other] = [
      { name: 'Mine', address: 'q=awp', tells: now },
      { name: 'Other', address: 'q=ak' },
    ];
    expect(env.state.views).toEqual([mine, other]);
    expect(text('.saved .note')).toContain('the latest 10 stand in the popup');
    // The worker is asked after it is stored.
    expect(seen).toEqual([[mine, other]]);
    await type('Name of this view', 'Mine');
    await click(button('Save view'));
    expect(env.state.views).toEqual([{ ...mine, address: 'q=m4' }, other]);
    await click(field('Tell me about new rows: Mine'));
    expect(env.state.views[0]).toEqual({ name: 'Mine', address: 'q=m4' });
  });

  test('of another tab stay when one is saved or deleted', async () => {
    const env = createEnvironment(items);
    env.state.views = [{ name: 'Mine', address: 'q=awp' }];
    await open(env);
    await expand('.saved');
    const other = { name: 'Other', address: 'q=ak' };
    env.state.views = [other, ...env.state.views];
    await click(button('Delete the view Mine'));
    expect(env.state.views).toEqual([other]);
    const third = { name: 'Third', address: 'q=m4' };
    env.state.views = [third, other];
    await type('Name of this view', 'New');
    await click(button('Save view'));
    expect(env.state.views.map(({ name }) => name)).toEqual(['New', 'Third', 'Other']);
  });

  test('of fifty names stay: one more is refused with a reason, another address of one is not', async () => {
    const env = createEnvironment(items);
    const fifty = Array.from({ length: 50 }, (_, at) => ({ name: `View ${at}`, address: 'q=awp' }));
    env.state.views = fifty;
    await open(env, 'q=ak');
    await expand('.saved');
    await type('Name of this view', 'One more');
    await click(button('Save view'));
    expect(env.state.views).toEqual(fifty);
    expect(text('.menu [role=alert]')).toBe('50 views are saved already. Delete one first.');
    expect((field('Name of this view') as HTMLInputElement).value).toBe('One more');
    await type('Name of this view', 'View 7');
    await click(button('Save view'));
    expect(env.state.views[0]).toEqual({ name: 'View 7', address: 'q=ak' });
    expect(env.state.views).toHaveLength(50);
    expect(text('.menu [role=alert]')).toBe('');
  });

  test('that the browser does not store are told', async () => {
    const env = createEnvironment(items);
    await open({ deps: { ...env.deps, writeViews: () => Promise.reject(new Error('no room')) } });
    await expand('.saved');
    await type('Name of this view', 'Mine');
    await click(button('Save view'));
    expect(text('.menu [role=alert]')).toContain('no room');
  });
});
