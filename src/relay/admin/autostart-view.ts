import { type Html, h } from '#relay/admin/html.ts';
import { Buttons, Form, type PageContext, Section } from '#relay/admin/page-frame.ts';
import type { SetupAutostart } from '#relay/admin/setup-deps.ts';

/** Says whether the relay starts at login, and switches it; nothing while the disk does not say. */
export async function AutostartSection(context: PageContext, autostart: SetupAutostart): Promise<Html> {
  const { text } = context.texts;
  const state = await autostart.state();
  if (state === undefined) return false;
  const words = { on: 'autostartIsOn', off: 'autostartIsOff', other: 'autostartIsOther' } as const;
  const button = (to: string, label: string): Html => h('button', { name: 'to', value: to }, label);
  return Section(
    'autostart',
    text('autostartTitle'),
    h('p', null, text(words[state])),
    h('p', { class: 'hint' }, text('autostartHint', { path: autostart.path })),
    Form(
      context,
      '/setup/autostart',
      {},
      Buttons(
        state !== 'on' && button('on', text(state === 'off' ? 'autostartTurnOn' : 'autostartReplace')),
        state !== 'off' && button('off', text('autostartTurnOff')),
      ),
    ),
  );
}
